import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageContent, PageData } from "../../contract/pages.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../errors.ts";
import { readSite } from "../features/site/site.service.ts";
import { type Keep, keepUntilChange } from "../library/keep-until-change.ts";
import type { FreshAnswer, PublicCache } from "../platform/http/public-cache.ts";
import { assetRoutes } from "./assets.routes.ts";
import { adminDocument, galleryDocument } from "./document.ts";
import { feed } from "./feed.ts";
import * as contents from "./page-content.ts";
import { robots, sitemap } from "./sitemap.ts";
import type { Place } from "./structured-data.ts";
import type { WebBuild } from "./web-build.ts";

const HTML = "text/html; charset=utf-8";
/** A large one is a few megabytes. */
const MOST_ALBUMS = 20;

type FindContent = (deps: Deps, params: contents.PageParams, keep: Keep) => Promise<PageContent>;

/** Everything that is not the API: the public pages, what machines read of them, and the admin area's one page. */
export function pageRoutes(app: FastifyInstance, deps: Deps, web: WebBuild, cache: PublicCache): void {
  const { paths } = web.gallery;
  assetRoutes(app, web.assets);

  const placeOf = (request: FastifyRequest): Place => ({ origin: originOf(deps, request), paths });

  const keep = keepUntilChange(deps.changes, MOST_ALBUMS);
  const page = (url: string, find: FindContent) =>
    app.get<{ Params: contents.PageParams }>(url, (request, reply) => {
      const { origin } = placeOf(request);
      const path = pathOf(request);
      if (hasTrailingSlash(path)) return reply.redirect(path.slice(0, -1), 308);
      const make = async () => {
        const content = await find(deps, request.params, keep).catch(contents.notFoundContent);
        return html({ path, site: readSite(deps), content }, origin);
      };
      return cache.send(request, reply, make, origin + path);
    });

  const html = (data: PageData, origin: string): FreshAnswer => ({
    status: data.content.page === "not-found" ? 404 : 200,
    type: HTML,
    body: galleryDocument(data, web, origin),
  });

  const file = (url: string, type: string, make: (place: Place) => Promise<string> | string) =>
    app.get(url, (request, reply) => {
      const place = placeOf(request);
      return cache.send(request, reply, async () => ({ type, body: await make(place) }), place.origin + url);
    });

  page("/", contents.homeContent);
  page("/contact", contents.contactContent);
  page("/:category", contents.categoryContent);
  page("/:category/:albumSlug", contents.albumContent);
  page("/:category/:albumSlug/photo/:photoId", contents.photoContent);
  file(paths.sitemap, "application/xml; charset=utf-8", (place) => sitemap(deps, place));
  file(paths.feed, "application/atom+xml; charset=utf-8", (place) => feed(deps, readSite(deps), place));
  file("/robots.txt", "text/plain; charset=utf-8", robots);

  const admin = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type(HTML)
      .header("cache-control", "no-store")
      .send(adminDocument(web, readSite(deps).name));
  app.get("/admin", admin);
  app.get("/admin/*", admin);

  app.get("/*", (request, reply) => {
    const path = pathOf(request);
    // What a program asks for is told in a program's words.
    if (/^\/(api|images|assets)(\/|$)/.test(path)) return reply.callNotFound();
    if (hasTrailingSlash(path)) return reply.redirect(path.slice(0, -1), 308);
    const content = contents.notFoundContent(notFound());
    const { status, type, body } = html({ path, site: readSite(deps), content }, originOf(deps, request));
    return reply
      .status(status ?? 404)
      .type(type)
      .header("cache-control", "no-cache")
      .send(body);
  });
}

/** Answers a page that is ready before Fastify; false when that has to see to it. */
export function answerReadyPage(
  config: Config,
  cache: PublicCache,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // What a proxy says of the origin is Fastify's to judge.
  if (!config.publicUrl && config.trustProxy > 0) return false;
  const origin = config.publicUrl ?? `http://${request.headers.host}`;
  return cache.answerReady(request, response, origin + pathOf({ url: request.url ?? "" }));
}

const pathOf = (request: { url: string }) => request.url.split("?", 1)[0] ?? "/";

/** Not for `//`, which would lead away from the site. */
const hasTrailingSlash = (path: string) => /^\/[^/\\].*\/$/.test(path);

/** What canonical addresses begin with: as configured, else as this visitor spelled it. */
function originOf({ config }: Deps, request: FastifyRequest): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
