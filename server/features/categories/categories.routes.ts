import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/categories.ts";
import type { Deps } from "../../deps.ts";
import { handlePublic } from "../../platform/http/handle.ts";
import type { PublicCache } from "../../platform/http/public-cache.ts";
import { listPublicAlbums } from "../albums/public-albums.service.ts";
import { presentPhoto } from "../photos/photos.present.ts";
import * as categories from "./categories.service.ts";

export function categoryRoutes(publicApi: FastifyInstance, deps: Deps, cache: PublicCache): void {
  const listing = { present: presentPhoto, includesEmpty: true };
  handlePublic(publicApi, contract.listCategories, cache, () => categories.listCategories(deps, listing));
  handlePublic(publicApi, contract.listCategoryAlbums, cache, async ({ params }) => ({
    data: await listPublicAlbums(deps, params.category, listing),
  }));
}
