import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/account.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { siteOf } from "../auth/ceremony.ts";
import { requireConfirmation } from "../auth/confirmation.service.ts";
import { setDeviceCookie } from "../auth/devices.ts";
import { actorOf, sessionOf } from "../auth/require-admin.ts";
import * as account from "./account.service.ts";

export function accountRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getAccount, ({ request }) => account.readAccount(deps, sessionOf(request)));
  handle(admin, contract.updateAccount, async ({ body, request }) => {
    const session = sessionOf(request);
    await requireConfirmation(deps, session, siteOf(deps, request), body);
    return { user: await account.updateAccountOf(deps, session, body, actorOf(request)), message: "Account saved" };
  });
  handle(admin, contract.changePassword, async ({ body, request, reply }) => {
    const device = await account.changePasswordOf(deps, sessionOf(request), body, actorOf(request));
    setDeviceCookie(deps, request, reply, device);
    return { message: "Password changed. Every other session has ended." };
  });
  handle(admin, contract.endSession, async ({ params, request }) => {
    await account.endSessionOf(deps, sessionOf(request), params.id, actorOf(request));
    return { message: "Session ended" };
  });
  handle(admin, contract.endOtherSessions, async ({ request }) => {
    await account.endOtherSessionsOf(deps, sessionOf(request), actorOf(request));
    return { message: "Every other session has ended" };
  });
}
