import type { FastifyInstance } from "fastify";
import { getSummary } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { cacheUntilChange } from "../../library/cache-until-change.ts";
import { handle } from "../../platform/http/handle.ts";
import { readSummary } from "./summary.service.ts";

export function summaryRoutes(admin: FastifyInstance, deps: Deps): void {
  const cache = cacheUntilChange(deps.changes);
  handle(admin, getSummary, () => readSummary(deps, cache));
}
