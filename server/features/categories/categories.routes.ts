import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/categories.ts";
import type { Deps } from "../../deps.ts";
import { handle, handlePublic } from "../../platform/http/handle.ts";
import type { PublicCache } from "../../platform/http/public-cache.ts";
import { listPublicAlbums } from "../albums/public-albums.service.ts";
import { actorOf } from "../auth/require-admin.ts";
import { API_VIEW } from "../photos/photos.present.ts";
import * as categories from "./categories.service.ts";

export function publicCategoryRoutes(publicApi: FastifyInstance, deps: Deps, cache: PublicCache): void {
  const listing = { view: API_VIEW, includesEmpty: true };
  handlePublic(publicApi, contract.listCategories, cache, async () => {
    const shown = await categories.listShownCategories(deps, listing);
    return Object.fromEntries(shown.map((category, position) => [category.key, { ...category, position }]));
  });
  handlePublic(publicApi, contract.listCategoryAlbums, cache, async ({ params }) => {
    const { key } = await categories.requireShownCategory(deps, params.category);
    return { data: await listPublicAlbums(deps, key, listing) };
  });
}

export function categoryRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.listAdminCategories, async () => ({ categories: await categories.listAdminCategories(deps) }));
  handle(admin, contract.createCategory, async ({ body }) => ({
    category: await categories.createCategory(deps, body),
  }));
  handle(admin, contract.updateCategory, async ({ params, body, request }) => ({
    category: await categories.updateCategory(deps, params.key, body, actorOf(request)),
  }));
  handle(admin, contract.reorderCategories, async ({ body }) => ({
    categories: await categories.reorderCategories(deps, body.keys),
  }));
  handle(admin, contract.deleteCategory, async ({ params }) => {
    await categories.deleteCategory(deps, params.key);
    return { message: "Category deleted" };
  });
}
