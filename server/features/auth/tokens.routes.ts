import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/tokens.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { siteOf } from "./ceremony.ts";
import { requireConfirmation } from "./confirmation.service.ts";
import { actorOf, sessionOf } from "./require-admin.ts";
import * as tokens from "./tokens.service.ts";

export function tokenRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.addToken, async ({ body, request }) => {
    const session = sessionOf(request);
    await requireConfirmation(deps, session, siteOf(deps, request), body);
    return { ...(await tokens.addToken(deps, session.user, body, actorOf(request))), message: "Token made" };
  });
  handle(admin, contract.removeToken, async ({ params, request }) => {
    await tokens.removeToken(deps, sessionOf(request).user, params.id, actorOf(request));
    return { message: "Token removed" };
  });
}
