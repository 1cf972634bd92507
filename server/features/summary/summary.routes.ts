import type { FastifyInstance } from "fastify";
import { getSummary } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { keepUntilChange } from "../../library/keep-until-change.ts";
import { handle } from "../../platform/http/handle.ts";
import { readSummary } from "./summary.service.ts";

export function summaryRoutes(admin: FastifyInstance, deps: Deps): void {
  const keep = keepUntilChange(deps.changes);
  handle(admin, getSummary, () => readSummary(deps, keep));
}
