import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { API_PREFIX } from "../contract/endpoint.ts";
import type { PhotoId } from "../contract/photos.ts";
import { checkDatabase } from "./db/connect.ts";
import type { Deps } from "./deps.ts";
import { diskFull, notFound } from "./errors.ts";
import { accountRoutes } from "./features/account/account.routes.ts";
import { activityRoutes } from "./features/activity/activity.routes.ts";
import { albumRoutes } from "./features/albums/albums.routes.ts";
import { draftLinkRoutes, draftPictureRoutes } from "./features/albums/drafts.routes.ts";
import { publicAlbumRoutes } from "./features/albums/public-albums.routes.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { passkeyRoutes, passkeySignInRoutes } from "./features/auth/passkeys.routes.ts";
import { requireAdmin } from "./features/auth/require-admin.ts";
import { tokenRoutes } from "./features/auth/tokens.routes.ts";
import { bulkRoutes } from "./features/bulk/bulk.routes.ts";
import { categoryRoutes, publicCategoryRoutes } from "./features/categories/categories.routes.ts";
import { curationRoutes, downloadRoutes } from "./features/curation/curation.routes.ts";
import { exportDownloadRoutes, exportRoutes } from "./features/export/export.routes.ts";
import { firstStepsRoutes } from "./features/first-steps/first-steps.routes.ts";
import { inboxRoutes } from "./features/inbox/inbox.routes.ts";
import { contactRoutes, messageRoutes } from "./features/messages/messages.routes.ts";
import { photoRoutes } from "./features/photos/photos.routes.ts";
import { batchRoutes } from "./features/pictures/batch/batch.routes.ts";
import type { Background } from "./features/pictures/making/background.ts";
import { makingRoutes } from "./features/pictures/making/making.routes.ts";
import { createOnDemand } from "./features/pictures/making/on-demand.ts";
import { recropThumbs } from "./features/pictures/making/recrop.ts";
import { createImageServer } from "./features/pictures/serving/image-server.ts";
import { imageRoutes } from "./features/pictures/serving/serving.routes.ts";
import { piwigoRoutes } from "./features/piwigo/piwigo.routes.ts";
import { publishingRoutes } from "./features/publishing/publishing.routes.ts";
import { roomRoutes } from "./features/rooms/rooms.routes.ts";
import { visitRoutes } from "./features/rooms/visit.routes.ts";
import { sequenceRoutes } from "./features/sequences/sequences.routes.ts";
import { publicSiteRoutes, siteRoutes } from "./features/site/site.routes.ts";
import { publicSitePictureRoutes, sitePictureRoutes } from "./features/site/site-pictures.routes.ts";
import { storageRoutes } from "./features/storage/storage.routes.ts";
import { summaryRoutes } from "./features/summary/summary.routes.ts";
import { trashRoutes } from "./features/trash/trash.routes.ts";
import { updateRoutes } from "./features/updates/updates.routes.ts";
import { uploadRoutes } from "./features/uploads/uploads.routes.ts";
import { visitorDataRoutes } from "./features/visitor-data/visitor-data.routes.ts";
import { publicWrittenPageRoutes, writtenPageRoutes } from "./features/written-pages/written-pages.routes.ts";
import type { ContactForm } from "./pages/contact-form.routes.ts";
import { missingRooms } from "./pages/missing-rooms.ts";
import { pageRoutes, sendCachedPage } from "./pages/pages.routes.ts";
import { createRoomPages } from "./pages/room-pages.ts";
import type { WebBuild } from "./pages/web-build.ts";
import { readDiskSpace } from "./platform/disk-space.ts";
import { boundBody, isLeftUnread } from "./platform/http/bound-body.ts";
import { installDrain } from "./platform/http/drain.ts";
import {
  installErrorHandler,
  installNotFound,
  respondToClientError,
  sendFrameworkError,
} from "./platform/http/error-handler.ts";
import { installHead } from "./platform/http/head.ts";
import { installObservation, metricsRoute } from "./platform/http/observe.ts";
import { describeApi } from "./platform/http/openapi.ts";
import { createPublicCache } from "./platform/http/public-cache.ts";
import { createReadiness } from "./platform/http/readiness.ts";
import { readTarget } from "./platform/http/request-target.ts";
import { type RouteTable, recordRoutes } from "./platform/http/route-table.ts";
import {
  DATA_POLICY,
  installSecurityHeaders,
  pagePolicy,
  SECURITY_HEADERS,
  TDM_RESERVATION,
} from "./platform/http/security-headers.ts";

const JSON_MAX_BYTES = 1024 * 1024;
/** Idle connections outlive those of a proxy in front; a large upload may take long, but not indefinitely. */
const TIMEOUTS = { keepAliveTimeout: 72_000, headersTimeout: 60_000, requestTimeout: 60 * 60 * 1000 };

const DISPLAY_NAME = Symbol.for("fastify.display-name");

export type App = { server: FastifyInstance; routes: RouteTable };

/** Every feature and guard, registered explicitly. */
export async function buildApp(deps: Deps, web: WebBuild, background: Background): Promise<App> {
  const onDemand = createOnDemand(deps);
  const images = createImageServer(deps, onDemand);
  const more = (): Record<string, string> => (deps.site.current().ai_training === "forbid" ? TDM_RESERVATION : {});
  const cache = createPublicCache(deps.changes, DATA_POLICY, more);
  const policy = pagePolicy(deps.config, web.manifest.wake);
  const pageCache = createPublicCache(deps.changes, policy, more);
  const sendCached = (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now();
    const isSent = cache.sendCached(request, response) || sendCachedPage(deps.config, pageCache, request, response);
    if (isSent) {
      const seconds = (performance.now() - startedAt) / 1000;
      deps.metrics.countRequest({ method: "GET", route: "ready", status: response.statusCode, seconds });
    }
    return isSent;
  };
  const roomPages = createRoomPages(deps, web);
  const app = fastify({
    // Most requests of a gallery are for existing pictures and cached pages and JSON. These bypass Fastify, which would
    // take most of the time of such a response.
    serverFactory: (handler) => {
      const server = createServer(TIMEOUTS, (request, response) => {
        boundBody(request, response);
        if (!readTarget(request)) return respondToClientError(new Error("unreadable request target"), request.socket);
        // During shutdown Fastify must see every request, to close its connection.
        const sent =
          server.listening &&
          (images.serveExisting(request, response) ||
            sendCached(request, response) ||
            sendMissingRoom(request, response) ||
            sendRefusedForm(request, response));
        if (sent === false) handler(request, response);
        else if (sent !== true) {
          sent
            .then((isSent) => isSent || handler(request, response))
            // Unhandled, it would end the process and every other visitor's request.
            .catch((error: unknown) => {
              deps.log.error({ err: error }, "a request failed");
              response.destroy();
            });
        }
      });
      return server;
    },
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_MAX_BYTES,
    // Adding routes waits for nothing, and a timer for each of hundreds would take a twentieth of a start.
    pluginTimeout: 0,
    // Without a proxy there is no need to look for IP addresses in headers.
    trustProxy: deps.config.trustProxy > 0 && ((_address, hop) => hop < deps.config.trustProxy),
    forceCloseConnections: "idle",
    // Keep the request id of a trusted proxy.
    requestIdHeader: deps.config.trustProxy > 0 ? "x-request-id" : false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: respondToClientError,
    frameworkErrors: sendFrameworkError,
    // installDrain responds instead, like every other failure.
    return503OnClosing: false,
  });
  const routes = recordRoutes(app);
  const pageHeaders = () => ({ ...SECURITY_HEADERS, "content-security-policy": policy, ...more() });
  const sendMissingRoom = missingRooms(deps, routes, roomPages.missing, pageHeaders);
  let sendRefusedForm: ContactForm["sendRefused"] = () => false;
  installErrorHandler(app);
  // JSON is the only body that calls accept, so that any other is a 415.
  app.removeContentTypeParser("text/plain");
  installNotFound(app, routes.allowedMethods);
  installDrain(app);
  installHead(app);
  app.addHook("onSend", ({ raw }, reply, _payload, done) => {
    if (isLeftUnread(raw)) reply.header("connection", "close");
    done();
  });
  installSecurityHeaders(app, deps.config, web.manifest.wake, more);
  installObservation(app, deps);

  app.get("/healthz", async () => ({ status: "ok" }));
  const requireReady = createReadiness({ ...deps, checkDatabase: () => checkDatabase(deps.db) });
  app.get("/readyz", async () => {
    const { level, freeBytes } = await readDiskSpace(deps.config.dataDir);
    // Visitors are served, but uploads are refused: someone has to look.
    if (level === "full" || deps.database.isReadOnly) throw diskFull();
    await requireReady();
    return {
      status: "ready",
      ...(level === "low" && { warning: `The disk is almost full: ${freeBytes} bytes are free` }),
    };
  });
  metricsRoute(app, deps);
  // Before the pages, whose `/:category` would take it.
  app.all("/api", async () => {
    throw notFound();
  });
  app.get("/api/*", (_request, reply) => reply.callNotFound());

  // Each with its own hooks. Without a name, Fastify looks for one among all modules that are loaded.
  const add = (name: string, addRoutes: (part: FastifyInstance) => void) =>
    app.register(Object.assign(async (part: FastifyInstance) => addRoutes(part), { [DISPLAY_NAME]: name }));
  await add("signing in", (auth) => {
    auth.addHook("onRequest", neverStored);
    authRoutes(auth, deps);
    passkeySignInRoutes(auth, deps);
  });
  await add("public calls", (publicApi) => {
    publicCategoryRoutes(publicApi, deps, cache);
    publicAlbumRoutes(publicApi, deps, cache);
    publicSiteRoutes(publicApi, deps, cache);
    publicWrittenPageRoutes(publicApi, deps, cache);
    publicSitePictureRoutes(publicApi, deps);
    contactRoutes(publicApi, deps);
    makingRoutes(publicApi, deps, onDemand);
    downloadRoutes(publicApi, deps);
    exportDownloadRoutes(publicApi, deps);
    publicApi.get(`${API_PREFIX}/openapi.json`, (request, reply) =>
      cache.send(request, reply, async () => ({ type: "application/json", body: JSON.stringify(describeApi()) })),
    );
  });
  await add("pictures", (pictures) => {
    pictures.addHook("onRequest", neverStored);
    imageRoutes(pictures, deps, images);
    draftPictureRoutes(pictures, deps, images);
  });
  await add("Piwigo", (piwigo) => piwigoRoutes(piwigo, deps, background));
  await add("rooms", (rooms) => visitRoutes(rooms, deps, images, roomPages));
  await add("pages", (pages) => {
    const caches = { documents: pageCache, data: cache };
    sendRefusedForm = pageRoutes(pages, deps, web, caches, pageHeaders).sendRefused;
  });
  await add("admin calls", (admin) => {
    admin.addHook("onRequest", neverStored);
    admin.addHook("onRequest", requireAdmin(deps));
    uploadRoutes(admin, deps, background);
    albumRoutes(admin, deps);
    draftLinkRoutes(admin, deps);
    sequenceRoutes(admin, deps);
    categoryRoutes(admin, deps);
    const recrop = (ids: readonly PhotoId[]) => recropThumbs(deps, ids);
    photoRoutes(admin, deps, recrop);
    bulkRoutes(admin, deps, recrop);
    summaryRoutes(admin, deps);
    trashRoutes(admin, deps);
    storageRoutes(admin, deps);
    updateRoutes(admin, deps);
    exportRoutes(admin, deps);
    curationRoutes(admin, deps);
    batchRoutes(admin, deps);
    accountRoutes(admin, deps);
    passkeyRoutes(admin, deps);
    tokenRoutes(admin, deps);
    inboxRoutes(admin, deps);
    publishingRoutes(admin, deps);
    activityRoutes(admin, deps);
    siteRoutes(admin, deps);
    sitePictureRoutes(admin, deps);
    roomRoutes(admin, deps);
    messageRoutes(admin, deps);
    visitorDataRoutes(admin, deps);
    writtenPageRoutes(admin, deps);
    firstStepsRoutes(admin, deps);
  });
  return { server: app, routes };
}

async function neverStored(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header("cache-control", "no-store");
}
