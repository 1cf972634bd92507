import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../contract/auth.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { isLocalRequest } from "../../platform/http/local-request.ts";
import * as auth from "./auth.service.ts";
import { callerOf } from "./caller.ts";
import { readDevice, setDeviceCookie } from "./devices.ts";
import { findSessionOf } from "./require-admin.ts";

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const setupCallerOf = (request: FastifyRequest): auth.SetupCaller => ({
    ...callerOf(request),
    isLocal: isLocalRequest(deps.config, request),
  });

  handle(app, contract.getSetup, ({ request }) => auth.readSetup(deps, setupCallerOf(request)));
  handle(app, contract.register, async ({ body, request, reply }) => {
    const { device, ...session } = await auth.registerAdmin(deps, body, setupCallerOf(request));
    setDeviceCookie(deps, request, reply, device);
    return { ...session, message: "The admin password is set" };
  });
  handle(app, contract.login, async ({ body, request, reply }) => {
    const caller = { ...callerOf(request), device: readDevice(request) };
    const { device, ...session } = await auth.signIn(deps, body, caller);
    setDeviceCookie(deps, request, reply, device);
    return { ...session, message: "Signed in" };
  });
  handle(app, contract.getUser, async ({ request }) => ({
    user: (await findSessionOf(deps, request)).user,
  }));
  handle(app, contract.logout, async ({ request }) => {
    await auth.signOut(deps, await findSessionOf(deps, request), callerOf(request));
    return { message: "Signed out" };
  });
}
