import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/site.ts";
import type { Deps } from "../../deps.ts";
import { handlePublic } from "../../platform/http/handle.ts";
import type { PublicCache } from "../../platform/http/public-cache.ts";
import { presentPhoto } from "../photos/photos.present.ts";
import { findPortrait, readSite } from "./site.service.ts";

export function siteRoutes(publicApi: FastifyInstance, deps: Deps, cache: PublicCache): void {
  handlePublic(publicApi, contract.getSite, cache, async () => ({
    data: readSite(deps),
    portrait: await findPortrait(deps, presentPhoto),
  }));
}
