import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/curation.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { reorderFeaturedAlbums } from "../albums/albums.service.ts";
import { DOWNLOAD_PATH, openDownload, signDownload } from "./curation.download.ts";
import * as curation from "./curation.service.ts";

export function curationRoutes(admin: FastifyInstance, deps: Deps): void {
  const orders = [
    [contract.reorderFavorites, "favorite"],
    [contract.reorderFeatured, "featured"],
    [contract.reorderQuickCollection, "quick_collection"],
  ] as const;
  for (const [endpoint, collection] of orders) {
    handle(admin, endpoint, async ({ body }) => {
      await curation.reorderCollection(deps, collection, body.photo_ids);
      return { message: "Order saved" };
    });
  }
  handle(admin, contract.reorderFeaturedAlbums, async ({ body }) => ({
    albums: await reorderFeaturedAlbums(deps, body.album_ids),
  }));
  handle(admin, contract.clearQuickCollection, async () => ({
    removed: await curation.clearQuickCollection(deps),
    message: "The quick collection is empty",
  }));
  handle(admin, contract.downloadQuickCollection, async () => ({ url: signDownload(deps) }));
}

/** Outside the admin guard: the signed URL is the permission. */
export function downloadRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: { expires?: string; signature?: string } }>(DOWNLOAD_PATH, async ({ query, ip }, reply) => {
    const download = await openDownload(deps, query, ip);
    return reply
      .type("application/zip")
      .header("content-disposition", 'attachment; filename="quick-collection.zip"')
      .header("cache-control", "no-store")
      .send(download);
  });
}
