import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../contract/auth.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { isLocalRequest } from "../../platform/http/local-request.ts";
import * as auth from "./auth.service.ts";
import { readDevice, setDeviceCookie } from "./devices.ts";
import { readToken } from "./require-admin.ts";

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const callerOf = (request: FastifyRequest): auth.Caller => ({
    address: request.ip,
    isLocal: isLocalRequest(deps.config, request),
  });

  handle(app, contract.getSetup, ({ request }) => auth.readSetup(deps, callerOf(request)));
  handle(app, contract.register, async ({ body, request, reply }) => {
    const { device, ...session } = await auth.registerAdmin(deps, body, callerOf(request));
    setDeviceCookie(deps, request, reply, device);
    return { ...session, message: "The admin password is set" };
  });
  handle(app, contract.login, async ({ body, request, reply }) => {
    const caller = { address: request.ip, device: readDevice(request) };
    const { device, ...session } = await auth.signIn(deps, body, caller);
    setDeviceCookie(deps, request, reply, device);
    return { ...session, message: "Signed in" };
  });
  handle(app, contract.getUser, async ({ request }) => ({
    user: await auth.findUserOfToken(deps, readToken(request)),
  }));
  handle(app, contract.logout, async ({ request }) => {
    const token = readToken(request);
    await auth.signOut(deps, token, await auth.findUserOfToken(deps, token), request.ip);
    return { message: "Signed out" };
  });
}
