import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/updates.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import * as updates from "./updates.service.ts";

export function updateRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getVersion, () => updates.getVersion(deps));
  handle(admin, contract.listChanges, () => updates.listChanges());
}
