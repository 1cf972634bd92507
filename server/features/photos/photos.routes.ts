import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../../contract/endpoint.ts";
import * as contract from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { cacheUntilChange } from "../../library/cache-until-change.ts";
import { handle, readCall, scopeOf } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import * as change from "./photos.change.ts";
import * as photos from "./photos.service.ts";
import { streamPhotos } from "./photos.stream.ts";

/** Each entry is a number or a list of tags. */
const MAX_COUNTS = 1_000;

export function photoRoutes(admin: FastifyInstance, deps: Deps, recrop: change.Recrop): void {
  const cache = cacheUntilChange(deps.changes, MAX_COUNTS);
  // Not `handle`: without a limit the response may be larger than the memory.
  admin.get(API_PREFIX + contract.listPhotos.path, scopeOf(contract.listPhotos), async (request, reply) => {
    const { query } = readCall(contract.listPhotos, request, reply);
    await photos.requireFilter(deps, query);
    if (query.limit === undefined && query.ids === undefined) return streamPhotos(deps, cache, query, reply);
    return { success: true, ...contract.listPhotos.response.parse(await photos.listPhotos(deps, cache, query)) };
  });
  handle(admin, contract.listPhotoIds, async ({ query }) => {
    await photos.requireFilter(deps, query);
    return photos.listPageOfIds(deps, query);
  });
  handle(admin, contract.getPhoto, async ({ params }) => ({ photo: await photos.getPhoto(deps, params.id) }));
  handle(admin, contract.updatePhoto, async ({ params, body, request }) => ({
    photo: await change.updatePhoto(deps, params.id, body, { by: actorOf(request), recrop }),
  }));
  handle(admin, contract.listEquipment, () => cache("equipment", () => photos.listEquipment(deps)));
  handle(admin, contract.listTags, async () => ({ tags: await cache("tags", () => photos.listTags(deps)) }));
}
