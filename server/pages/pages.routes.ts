import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { packContent } from "../../contract/page-json.ts";
import type { Menu, PageContent, PageData } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { AppError, notFound } from "../errors.ts";
import { readSite } from "../features/site/site.service.ts";
import { cacheUntilChange } from "../library/cache-until-change.ts";
import { hasForeignAddresses } from "../library/shown/foreign-addresses.queries.ts";
import { findForeignPath } from "../library/shown/foreign-addresses.ts";
import { canonicalPagePath } from "../platform/http/canonical-path.ts";
import { explain, sendError } from "../platform/http/error-handler.ts";
import { ANY_ORIGIN, originOf } from "../platform/http/origin.ts";
import {
  type FreshResponse,
  moveForGood,
  type PublicCache,
  pathOf,
  redirectForGood,
  redirectTo,
  sendCompressed,
  withOrigin,
} from "../platform/http/public-cache.ts";
import { accentRoutes } from "./accent.routes.ts";
import { assetRoutes } from "./assets.routes.ts";
import { type ContactForm, contactForm, type FreshPage } from "./contact-form.routes.ts";
import { adminDocument, galleryDocument } from "./document.ts";
import { feed, journalFeed } from "./feed.ts";
import * as pages from "./page-content.ts";
import { robots, sitemap } from "./sitemap.ts";
import type { WebBuild } from "./web-build.ts";

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
/** A large album takes a few megabytes of memory. */
const KEPT_ALBUMS = 20;

/** Pages that do not exist differ only in their message and in the menu's current section, of which there may be many. */
const KEPT_NOT_FOUND = 256;

/** HTML, feed and sitemap name the origin; page content does not and is kept with the API. */
export type PageCaches = { documents: PublicCache; data: PublicCache };

/** Everything but the API: public pages and their content, feed and sitemap, and the single page of the admin area. */
export function pageRoutes(
  app: FastifyInstance,
  deps: Deps,
  web: WebBuild,
  caches: PageCaches,
  headers: () => Record<string, string>,
): Pick<ContactForm, "sendRefused"> {
  assetRoutes(app, web.assets);
  accentRoutes(app);

  const cache = cacheUntilChange(deps.changes, KEPT_ALBUMS);
  const notFoundFor = (error: unknown) => pages.composeNotFound(deps, error, cache);
  // Without PUBLIC_URL the cache fills in the origin of each visitor.
  const origin = deps.config.publicUrl ?? ANY_ORIGIN;
  const html = (data: PageData): FreshResponse => ({
    status: statusOf(data.content),
    type: HTML,
    ...galleryDocument(data, web, origin),
  });
  /** The categories as last read, for a page that cannot read the library. Without albums: one may be a draft by now. */
  let knownMenu: Menu = { categories: [], pages: [] };
  const readMenu = async (cacheMenu = cache): Promise<Menu> => {
    const menu = await pages.composeMenu(deps, cacheMenu);
    knownMenu = {
      ...menu,
      categories: menu.categories.map((category) => ({ ...category, albums: [], more: 0 })),
    };
    return menu;
  };
  app.addHook("onReady", async () => void (await readMenu((_key, make) => make())));
  /** Where an address of the site that the library came from leads. Most sites have none, which costs no query. */
  const foreignPath = async (target: string, which: "whole" | "beginning"): Promise<string | undefined> =>
    (await cache("foreign addresses", () => hasForeignAddresses(deps.db)))
      ? findForeignPath(deps.db, target, which)
      : undefined;
  const render = async (path: string, content: PageContent) =>
    html({ path, site: readSite(deps), menu: await readMenu(), content });

  const keepNotFound = cacheUntilChange(deps.changes, KEPT_NOT_FOUND);
  /** Anyone can ask for URLs that do not exist, so those pages are rendered once for many. */
  const fullPage = async (path: string, content: PageContent): Promise<FreshResponse> => {
    if (content.page !== "not-found") return render(path, content);
    const moved = await foreignPath(path, "beginning");
    if (moved !== undefined) throw new pages.MovedError(moved);
    // The links of the menu that have pages below them.
    const { categories } = await readMenu();
    const sections = [...categories.map(({ url }) => url), paths.journal, paths.contact];
    const section = sections.find((url) => path.startsWith(`${url}/`)) ?? "";
    return keepNotFound(`${section} ${content.message}`, () => render(`${section}/-`, content));
  };

  /**
   * No page of this site has a query or a slash at the end: those are looked up first, so that one redirect is enough.
   * With a slash it may be the URL of a page here, and only its beginning a foreign address.
   */
  const moveOr = async <R extends FastifyRequest>(
    show: (request: R, reply: FastifyReply) => unknown,
    request: R,
    reply: FastifyReply,
  ) => {
    const moved = await foreignPath(request.url, request.url.includes("?") ? "beginning" : "whole");
    return moved === undefined ? show(request, reply) : moveForGood(moved, reply);
  };

  /** `withoutLibrary` is what the page shows when its content cannot be read. */
  const page = (url: string, compose: pages.ComposePage, withoutLibrary: PageContent, fresh?: FreshPage) => {
    const contentFor = (params: pages.PageParams) => compose(deps, params, cache).catch(notFoundFor);
    const showFailure = failedPage(withoutLibrary);
    const errorHandler = orMove(showFailure);

    const showPage = (request: FastifyRequest<{ Params: pages.PageParams }>, reply: FastifyReply) => {
      const path = pathOf(request.url);
      const canonical = canonicalPagePath(path);
      if (canonical !== path) return redirectTo(canonical, request, reply);
      if (fresh?.isOn()) return fresh.send(request, reply);
      const make = async () => fullPage(path, await contentFor(request.params));
      return caches.documents.send(request, reply, make, originOf(deps.config, request.headers));
    };
    app.get<{ Params: pages.PageParams }>(url, { errorHandler }, (request, reply) =>
      isOwnSpelling(request.url) ? showPage(request, reply) : moveOr(showPage, request, reply),
    );
    const moveContent = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      error instanceof pages.MovedError
        ? redirectForGood(paths.content(error.path), request, reply)
        : sendError(reply, explain(error, request));
    app.get<{ Params: pages.PageParams }>(paths.content(url), { errorHandler: moveContent }, (request, reply) => {
      if (fresh?.isOn()) return fresh.sendContent(reply);
      return caches.data.send(request, reply, async () => {
        const content = await contentFor(request.params);
        return { status: statusOf(content), type: JSON_TYPE, body: JSON.stringify(packContent(content)) };
      });
    });
  };

  /** Made for each request, and never kept: the link may have ended. */
  const draftPage = (url: string) => {
    const contentFor = (params: pages.PageParams) => pages.composeDraft(deps, params).catch(notFoundFor);
    const moved =
      (to: (path: string) => string) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
        error instanceof pages.MovedError ? reply.redirect(to(error.path)) : sendError(reply, explain(error, request));
    app.get<{ Params: pages.PageParams }>(url, { errorHandler: moved((path) => path) }, async (request, reply) => {
      const content = await contentFor(request.params);
      const { status, type, body } = await fullPage(pathOf(request.url), content);
      return sendCompressed(request, reply.status(status ?? 200).type(type), withOrigin(body, ""));
    });
    app.get<{ Params: pages.PageParams }>(
      paths.content(url),
      { errorHandler: moved(paths.content) },
      async (request, reply) => {
        const content = await contentFor(request.params);
        const body = Buffer.from(JSON.stringify(packContent(content)));
        return sendCompressed(request, reply.status(statusOf(content)).type(JSON_TYPE), body);
      },
    );
  };

  /** A visitor gets a page, whatever failed. */
  const failedPage = (content: PageContent) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = explain(error, request);
    if (failure.status < 500) return sendError(reply, failure);
    const { status, type, body } = html({
      path: pathOf(request.url),
      site: readSite(deps),
      menu: knownMenu,
      content,
    });
    // A stopping server responds with 503; whatever else failed, the page did.
    return reply
      .status(error instanceof AppError ? failure.status : (status ?? 500))
      .type(type)
      .header("cache-control", "no-store")
      .send(withOrigin(body, originOf(deps.config, request.headers)));
  };

  const file = (url: string, type: string, make: () => Promise<string> | string) =>
    app.get(url, (request, reply) =>
      caches.documents.send(
        request,
        reply,
        async () => ({ type, body: await make() }),
        originOf(deps.config, request.headers),
      ),
    );

  page("/", pages.composeHome, failed("Failed to load categories"));
  const contact = contactForm(deps, render, headers);
  page("/contact", (deps) => pages.composeContact(deps), { page: "contact", portrait: null, form: null }, contact);
  app.register(async (scope) => contact.routes(scope));
  draftPage("/_draft/:token");
  draftPage("/_draft/:token/photo/:photoId");
  page("/_tag/:tag", pages.composeTag, failed("Failed to load photos"));
  page(paths.journal, pages.composeJournal, failed("Failed to load journal"));
  page(`${paths.journal}/:albumSlug`, pages.composeEntry, failed("Failed to load entry"));
  file(paths.journalFeed, "application/atom+xml; charset=utf-8", () => journalFeed(deps, readSite(deps), origin));
  page("/:category", pages.composeCategory, failed("Failed to load albums"));
  page("/:category/:albumSlug", pages.composeAlbum, failed("Failed to load album"));
  page("/:category/:albumSlug/photo/:photoId", pages.composePhoto, failed("Failed to load album"));
  file(paths.sitemap, "application/xml; charset=utf-8", () => sitemap(deps, origin));
  file(paths.feed, "application/atom+xml; charset=utf-8", () => feed(deps, readSite(deps), origin));
  file(paths.robots, "text/plain; charset=utf-8", () => robots(origin, deps.site.current().ai_training));

  const admin = ({ headers }: FastifyRequest, reply: FastifyReply) =>
    reply
      .type(HTML)
      .header("cache-control", "no-store")
      // For a proxy that is set to keep everything.
      .header("vary", "sec-fetch-site")
      .send(adminDocument(web, readSite(deps), isFromElsewhere(headers)));
  app.get("/admin", admin);
  app.get("/admin/*", admin);

  const errorHandler = failedPage({ page: "not-found", message: "", linked_photos: [] });
  const showNotFound = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const canonical = canonicalPagePath(path);
    if (canonical !== path) return redirectTo(canonical, request, reply);
    const { type, body } = await fullPage(path, await notFoundFor(notFound()));
    const sent = withOrigin(body, originOf(deps.config, request.headers));
    return reply.status(404).type(type).header("cache-control", "no-cache").send(sent);
  };
  app.get("/*", { errorHandler: orMove(errorHandler) }, async (request, reply) => {
    const path = pathOf(request.url);
    // Programs get the JSON 404 of the API, and no URL leads into it by a detour.
    if (PROGRAMS.test(path) || PROGRAMS.test(canonicalPagePath(path))) return reply.callNotFound();
    return isOwnSpelling(request.url) ? showNotFound(request, reply) : moveOr(showNotFound, request, reply);
  });
  return contact;
}

type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown;

const orMove =
  (show: ErrorHandler): ErrorHandler =>
  (error, request, reply) =>
    error instanceof pages.MovedError ? redirectForGood(error.path, request, reply) : show(error, request, reply);

const isOwnSpelling = (url: string) => !url.includes("?") && canonicalPagePath(url) === url;

/** A URL that someone typed, or a bookmark, is "none". A neighbouring subdomain, "same-site", may be someone else's. */
const isFromElsewhere = (headers: IncomingHttpHeaders) =>
  ["cross-site", "same-site"].includes(String(headers["sec-fetch-site"]));

const PROGRAMS = /^\/(api|images|assets|_page)(\/|$)/;

/** SPEC.md section 8 has the words of SPEC.md's own pages. */
const failed = (message: string): PageContent => ({ page: "failed", message });

function statusOf({ page }: PageContent): number {
  if (page === "failed") return 500;
  return page === "not-found" ? 404 : 200;
}

/** Sends a cached page before Fastify; returns false if Fastify has to respond. */
export function sendCachedPage(
  config: Config,
  documents: PublicCache,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // The query of the home page may name a page of another site.
  if (request.url?.startsWith("/?")) return false;
  return documents.sendCached(request, response, originOf(config, request.headers));
}
