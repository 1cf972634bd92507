import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../contract/passkeys.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { handle } from "../../platform/http/handle.ts";
import { originOf } from "../../platform/http/origin.ts";
import { callerOf } from "./caller.ts";
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
  handle(admin, contract.getPasskeyOptions, async ({ request }) => ({
    options: await passkeys.beginRegistration(deps, sessionOf(request), siteOf(deps, request)),
  }));
  handle(admin, contract.addPasskey, async ({ body, request }) => {
    const [session, site, by] = [sessionOf(request), siteOf(deps, request), actorOf(request)];
    return { passkey: await passkeys.finishRegistration(deps, session, site, body, by), message: "Passkey added" };
  });
  handle(admin, contract.removePasskey, async ({ params, request }) => {
    await passkeys.removePasskey(deps, sessionOf(request), params.id, actorOf(request));
    return { message: "Passkey removed" };
  });
}

/** As for every absolute URL: PUBLIC_URL, else the host that the browser requested. */
function siteOf({ config }: Deps, { headers }: FastifyRequest): passkeys.Site {
  const origin = originOf(config, headers);
  const url = URL.parse(origin);
  if (!url) throw new AppError(400, "BAD_REQUEST", "The request names no host");
  return { origin: url.origin, rpId: url.hostname };
}
