import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/written-pages.ts";
import type { Deps } from "../../deps.ts";
import { handle, handlePublic } from "../../platform/http/handle.ts";
import type { PublicCache } from "../../platform/http/public-cache.ts";
import { actorOf } from "../auth/require-admin.ts";
import { API_VIEW } from "../photos/photos.present.ts";
import { getPublicPage, listPublicPages } from "./public-written-pages.service.ts";
import * as pages from "./written-pages.service.ts";

export function publicWrittenPageRoutes(publicApi: FastifyInstance, deps: Deps, cache: PublicCache): void {
  handlePublic(publicApi, contract.listPublicPages, cache, async () => ({
    data: await listPublicPages(deps, "page", API_VIEW),
  }));
  handlePublic(publicApi, contract.getPublicPage, cache, async ({ params }) => ({
    data: await getPublicPage(deps, { kind: "page", slug: params.slug }, API_VIEW),
  }));
  handlePublic(publicApi, contract.listJournal, cache, async () => ({
    data: await listPublicPages(deps, "entry", API_VIEW),
  }));
  handlePublic(publicApi, contract.getJournalEntry, cache, async ({ params }) => ({
    data: await getPublicPage(deps, { kind: "entry", slug: params.slug }, API_VIEW),
  }));
}

export function writtenPageRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.listWrittenPages, async () => ({ pages: await pages.listPages(deps) }));
  handle(admin, contract.createWrittenPage, async ({ body, request }) => ({
    page: await pages.createPage(deps, body, actorOf(request)),
  }));
  handle(admin, contract.reorderWrittenPages, async ({ body }) => ({
    pages: await pages.reorderPages(deps, body.ids),
  }));
  handle(admin, contract.getWrittenPage, async ({ params }) => ({ page: await pages.getPage(deps, params.id) }));
  handle(admin, contract.updateWrittenPage, async ({ params, body, request }) => ({
    page: await pages.updatePage(deps, params.id, body, actorOf(request)),
  }));
  handle(admin, contract.deleteWrittenPage, async ({ params, request }) => {
    await pages.deletePage(deps, params.id, actorOf(request));
    return { message: "Page deleted" };
  });
  handle(admin, contract.listWrittenPageVersions, async ({ params }) => ({
    versions: await pages.listVersions(deps, params.id),
  }));
  handle(admin, contract.getWrittenPageVersion, async ({ params }) => ({
    version: await pages.getVersion(deps, params.id, params.version),
  }));
}
