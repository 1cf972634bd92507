import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/passkeys.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { callerOf } from "./caller.ts";
import { siteOf } from "./ceremony.ts";
import { beginConfirmation, requireConfirmation } from "./confirmation.service.ts";
import { readDevice, setDeviceCookie } from "./devices.ts";
import * as passkeys from "./passkeys.service.ts";
import { actorOf, sessionOf } from "./require-admin.ts";

export function passkeySignInRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, contract.getSignInOptions, async ({ request }) => ({
    options: await passkeys.beginSignIn(deps, siteOf(deps, request), callerOf(request)),
  }));
  handle(app, contract.signInWithPasskey, async ({ body, request, reply }) => {
    const caller = { ...callerOf(request), device: readDevice(request) };
    const { device, ...session } = await passkeys.finishSignIn(deps, siteOf(deps, request), body, caller);
    setDeviceCookie(deps, request, reply, device);
    return { ...session, message: "Signed in" };
  });
}

export function passkeyRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getConfirmationOptions, async ({ request }) => ({
    options: await beginConfirmation(deps, sessionOf(request), siteOf(deps, request)),
  }));
  // Confirmed before the browser makes a passkey, which would stay on the device of an owner who mistyped the password.
  handle(admin, contract.getPasskeyOptions, async ({ body, request }) => {
    const [session, site] = [sessionOf(request), siteOf(deps, request)];
    await requireConfirmation(deps, session, site, body);
    return { options: await passkeys.beginRegistration(deps, session, site) };
  });
  handle(admin, contract.addPasskey, async ({ body, request }) => {
    const [session, site, by] = [sessionOf(request), siteOf(deps, request), actorOf(request)];
    return { passkey: await passkeys.finishRegistration(deps, session, site, body, by), message: "Passkey added" };
  });
  handle(admin, contract.removePasskey, async ({ params, body, request }) => {
    const session = sessionOf(request);
    const confirmedBy = await requireConfirmation(deps, session, siteOf(deps, request), body);
    await passkeys.removePasskey(deps, session, { id: params.id, confirmedBy }, actorOf(request));
    return { message: "Passkey removed" };
  });
}
