import type { FastifyInstance } from "fastify";
import * as contract from "../../../../contract/pictures.ts";
import type { Deps } from "../../../deps.ts";
import { handle } from "../../../platform/http/handle.ts";
import { actorOf } from "../../auth/require-admin.ts";
import * as batch from "./batch.service.ts";
import { diskUse } from "./disk-use.ts";

export function batchRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getBatchStatus, () => batch.batchStatus(deps));
  handle(admin, contract.getDiskUse, () => diskUse(deps));
  handle(admin, contract.startBatch, ({ body, request }) => batch.startBatch(deps, body, actorOf(request)));
  handle(admin, contract.listBatchFailures, async () => ({ photos: await batch.batchFailures(deps) }));
}
