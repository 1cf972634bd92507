import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/albums.ts";
import type { Deps } from "../../deps.ts";
import { panelOf } from "../../library/orders/line.ts";
import { handlePublic } from "../../platform/http/handle.ts";
import type { PublicCache } from "../../platform/http/public-cache.ts";
import { API_VIEW } from "../photos/photos.present.ts";
import * as albums from "./public-albums.service.ts";

export function publicAlbumRoutes(publicApi: FastifyInstance, deps: Deps, cache: PublicCache): void {
  handlePublic(publicApi, contract.listSelectedAlbums, cache, async () => ({
    data: await albums.listSelectedAlbums(deps, { view: API_VIEW, includesEmpty: true }),
  }));
  handlePublic(publicApi, contract.getAlbum, cache, async ({ params }) => {
    const { album, photos, panels } = await albums.getPublicAlbum(deps, params.slug, API_VIEW);
    return { data: { album, photos, panels: panels ?? photos.map(({ id }) => panelOf(id)) } };
  });
  handlePublic(publicApi, contract.getAlbumPhoto, cache, async ({ params }) => ({
    data: await albums.getPublicPhoto(deps, params.slug, params.photoId),
  }));
}
