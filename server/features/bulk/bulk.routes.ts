import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { keepUntilChange } from "../../library/keep-until-change.ts";
import { handle } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import type { Recrop } from "../photos/photos.change.ts";
import { bulkPhotos } from "./bulk.service.ts";
import { getSummary } from "./summary.service.ts";

export function bulkRoutes(admin: FastifyInstance, deps: Deps, recrop: Recrop): void {
  const keep = keepUntilChange(deps.changes);
  handle(admin, contract.bulkPhotos, ({ body, request }) => bulkPhotos(deps, recrop, body, actorOf(request)));
  handle(admin, contract.getSummary, () => getSummary(deps, keep));
}
