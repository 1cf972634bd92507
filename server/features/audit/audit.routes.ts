import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/audit.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { listEvents } from "./audit.service.ts";

export function auditRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.listAudit, ({ query }) => listEvents(deps, query));
}
