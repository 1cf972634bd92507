import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/storage.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { getStorage } from "./storage.service.ts";

export function storageRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getStorage, () => getStorage(deps));
}
