import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/site.ts";
import type { Deps } from "../../deps.ts";
import { handle, handlePublic } from "../../platform/http/handle.ts";
import type { PublicCache } from "../../platform/http/public-cache.ts";
import { actorOf } from "../auth/require-admin.ts";
import { API_VIEW } from "../photos/photos.present.ts";
import * as service from "./site.service.ts";
import { sitePictureUrls } from "./site-pictures.urls.ts";

export function publicSiteRoutes(publicApi: FastifyInstance, deps: Deps, cache: PublicCache): void {
  handlePublic(publicApi, contract.getSite, cache, async () => {
    const portrait = await service.findPortrait(deps, API_VIEW);
    const site = service.readSite(deps);
    return { data: { ...site, portrait: portrait?.internal_id ?? "", ...sitePictureUrls(site.pictures) }, portrait };
  });
}

export function siteRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getSiteSettings, async () => ({ site: await service.getSiteSettings(deps) }));
  handle(admin, contract.updateSite, async ({ body, request }) => ({
    site: await service.updateSite(deps, body, actorOf(request)),
  }));
}
