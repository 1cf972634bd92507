import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { packContent } from "../../contract/page-json.ts";
import type { PageContent, PageData } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { AppError, notFound } from "../errors.ts";
import { readSite } from "../features/site/site.service.ts";
import { keepUntilChange } from "../library/keep-until-change.ts";
import { explain, sendError } from "../platform/http/error-handler.ts";
import type { FreshAnswer, PublicCache } from "../platform/http/public-cache.ts";
import { assetRoutes } from "./assets.routes.ts";
import { adminDocument, galleryDocument } from "./document.ts";
import { feed } from "./feed.ts";
import * as pages from "./page-content.ts";
import { robots, sitemap } from "./sitemap.ts";
import type { WebBuild } from "./web-build.ts";

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
/** A large album takes a few megabytes of memory. */
const KEPT_ALBUMS = 20;

/** HTML, feed and sitemap are kept per origin; page content is the same for every origin and kept with the API. */
export type PageCaches = { documents: PublicCache; data: PublicCache };

/** Everything but the API: public pages and their content, feed and sitemap, and the single page of the admin area. */
export function pageRoutes(app: FastifyInstance, deps: Deps, web: WebBuild, caches: PageCaches): void {
  assetRoutes(app, web.assets);

  const keep = keepUntilChange(deps.changes, KEPT_ALBUMS);
  const notFoundFor = (error: unknown) => pages.composeNotFound(deps, error, keep);
  const html = (data: PageData, origin: string): FreshAnswer => ({
    status: statusOf(data.content),
    type: HTML,
    body: galleryDocument(data, web, origin),
  });
  const fullPage = async (path: string, content: PageContent, origin: string) =>
    html({ path, site: readSite(deps), menu: await pages.composeMenu(deps, keep), content }, origin);

  /** `withoutLibrary` is what the page shows when its content cannot be read. */
  const page = (url: string, compose: pages.ComposePage, withoutLibrary: PageContent) => {
    const contentFor = (params: pages.PageParams) => compose(deps, params, keep).catch(notFoundFor);
    const errorHandler = failedPage(withoutLibrary);

    app.get<{ Params: pages.PageParams }>(url, { errorHandler }, (request, reply) => {
      const path = pathOf(request);
      if (hasTrailingSlash(path)) return reply.redirect(path.slice(0, -1), 308);
      const origin = originOf(deps, request);
      const make = async () => fullPage(path, await contentFor(request.params), origin);
      return caches.documents.send(request, reply, make, origin + path);
    });
    app.get<{ Params: pages.PageParams }>(paths.content(url), (request, reply) =>
      caches.data.send(request, reply, async () => {
        const content = await contentFor(request.params);
        return { status: statusOf(content), type: JSON_TYPE, body: JSON.stringify(packContent(content)) };
      }),
    );
  };

  /** A visitor gets a page, whatever failed. */
  const failedPage = (content: PageContent) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = explain(error, request);
    if (failure.status < 500) return sendError(reply, failure);
    const data = { path: pathOf(request), site: readSite(deps), menu: pages.NO_MENU, content };
    const { status, type, body } = html(data, originOf(deps, request));
    // A stopping server answers 503; whatever else failed, the page did.
    return reply
      .status(error instanceof AppError ? failure.status : (status ?? 500))
      .type(type)
      .header("cache-control", "no-store")
      .send(body);
  };

  const file = (url: string, type: string, make: (origin: string) => Promise<string> | string) =>
    app.get(url, (request, reply) => {
      const origin = originOf(deps, request);
      return caches.documents.send(request, reply, async () => ({ type, body: await make(origin) }), origin + url);
    });

  page("/", pages.composeHome, failed("Failed to load categories"));
  page("/contact", pages.composeContact, { page: "contact", portrait: null });
  page("/_tag/:tag", pages.composeTag, failed("Failed to load photos"));
  page("/:category", pages.composeCategory, failed("Failed to load albums"));
  page("/:category/:albumSlug", pages.composeAlbum, failed("Failed to load album"));
  page("/:category/:albumSlug/photo/:photoId", pages.composePhoto, failed("Failed to load album"));
  file(paths.sitemap, "application/xml; charset=utf-8", (origin) => sitemap(deps, origin));
  file(paths.feed, "application/atom+xml; charset=utf-8", (origin) => feed(deps, readSite(deps), origin));
  file(paths.robots, "text/plain; charset=utf-8", robots);

  const admin = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type(HTML)
      .header("cache-control", "no-store")
      .send(adminDocument(web, readSite(deps).name));
  app.get("/admin", admin);
  app.get("/admin/*", admin);

  const errorHandler = failedPage({ page: "not-found", message: "", linked_photos: [] });
  app.get("/*", { errorHandler }, async (request, reply) => {
    const path = pathOf(request);
    // Programs get the JSON 404 of the API.
    if (/^\/(api|images|assets|_page)(\/|$)/.test(path)) return reply.callNotFound();
    if (hasTrailingSlash(path)) return reply.redirect(path.slice(0, -1), 308);
    const { type, body } = await fullPage(path, await notFoundFor(notFound()), originOf(deps, request));
    return reply.status(404).type(type).header("cache-control", "no-cache").send(body);
  });
}

/** SPEC.md section 8 has the words of SPEC.md's own pages. */
const failed = (message: string): PageContent => ({ page: "failed", message });

function statusOf({ page }: PageContent): number {
  if (page === "failed") return 500;
  return page === "not-found" ? 404 : 200;
}

/** Answers a cached page before Fastify; returns false if Fastify has to answer. */
export function answerReadyPage(
  config: Config,
  documents: PublicCache,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // Only Fastify reads the headers in which a proxy passes on the origin.
  if (!config.publicUrl && config.trustProxy > 0) return false;
  const origin = config.publicUrl ?? `http://${request.headers.host}`;
  return documents.answerReady(request, response, origin + pathOf({ url: request.url ?? "" }));
}

const pathOf = (request: { url: string }) => request.url.split("?", 1)[0] ?? "/";

/** Not for `//`, which would lead away from the site. */
const hasTrailingSlash = (path: string) => /^\/[^/\\].*\/$/.test(path);

/** The start of canonical addresses: as configured, else as this visitor spelled it. */
function originOf({ config }: Deps, request: FastifyRequest): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
