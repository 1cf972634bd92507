import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { actorOf, sessionOf } from "../auth/require-admin.ts";
import type { Recrop } from "../photos/photos.change.ts";
import { bulkPhotos } from "./bulk.service.ts";

export function bulkRoutes(admin: FastifyInstance, deps: Deps, recrop: Recrop): void {
  handle(admin, contract.bulkPhotos, ({ body, request }) => {
    // The only one of these actions that the scope of a token does not include.
    if (body.action === "delete_permanently") sessionOf(request);
    return bulkPhotos(deps, recrop, body, actorOf(request));
  });
}
