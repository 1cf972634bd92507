import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/visitor-data.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import * as visitorData from "./visitor-data.service.ts";

export function visitorDataRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getVisitorData, async () => ({ visitor_data: await visitorData.readVisitorData(deps) }));
  handle(admin, contract.changeVisitorData, async ({ body, request }) => ({
    visitor_data: await visitorData.changeVisitorData(deps, body, actorOf(request)),
  }));
}
