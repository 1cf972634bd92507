import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/auth.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import * as auth from "./auth.service.ts";
import { readToken } from "./require-admin.ts";

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, contract.getSetup, () => auth.readSetup(deps));
  handle(app, contract.register, async ({ body, request }) => ({
    ...(await auth.registerAdmin(deps, body, request.ip)),
    message: "The admin password is set",
  }));
  handle(app, contract.login, async ({ body, request }) => ({
    ...(await auth.signIn(deps, body, request.ip)),
    message: "Signed in",
  }));
  handle(app, contract.getUser, async ({ request }) => ({
    user: await auth.findUserOfToken(deps, readToken(request)),
  }));
  handle(app, contract.logout, async ({ request }) => {
    const token = readToken(request);
    await auth.signOut(deps, token, await auth.findUserOfToken(deps, token), request.ip);
    return { message: "Signed out" };
  });
}
