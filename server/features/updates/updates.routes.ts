import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/updates.ts";
import { handle } from "../../platform/http/handle.ts";
import * as updates from "./updates.service.ts";

export function updateRoutes(admin: FastifyInstance): void {
  handle(admin, contract.getVersion, () => updates.getVersion());
}
