import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/activity.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { listEvents } from "./activity.service.ts";

export function activityRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.listActivity, ({ query }) => listEvents(deps, query));
}
