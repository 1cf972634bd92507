import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { migrate, requireCurrentSchema } from "./db/migrate.ts";
import type { Deps } from "./deps.ts";
import { startPublishingAlbums } from "./features/albums/publish-on.ts";
import { applyAdminConfig } from "./features/auth/admin-config.ts";
import { startInbox } from "./features/inbox/inbox.service.ts";
import { messageMail } from "./features/messages/messages.mail.ts";
import { startDocumentIds } from "./features/photos/document-ids.ts";
import { startBatchWork } from "./features/pictures/batch/batch.worker.ts";
import { startBackground } from "./features/pictures/making/background.ts";
import { roundMail, selectionMail } from "./features/rooms/rooms.mail.ts";
import { followSiteFile } from "./features/site/site-file.ts";
import { startRetention } from "./features/trash/trash.retention.ts";
import { startUpdateCheck } from "./features/updates/updates.service.ts";
import { startVisitorDataRetention } from "./features/visitor-data/visitor-data.service.ts";
import { startPublishingPages } from "./features/written-pages/publish-on.ts";
import { accountMail } from "./library/account-mail.ts";
import { watchLibrary } from "./library/figures.ts";
import { claimStorage, requireRestored } from "./library/files/marker.ts";
import { startRecovery } from "./library/files/recovery.ts";
import { startOutbox } from "./library/outbox.ts";
import { openSealing } from "./library/secrets/sealing.ts";
import { openSigning, requireSameKey } from "./library/secrets/signing.ts";
import { openSiteSettings } from "./library/site-settings.ts";
import { openStores } from "./open-stores.ts";
import { loadWebBuild, type WebBuild } from "./pages/web-build.ts";
import { lockForServer, tryLockForImport } from "./platform/data-lock.ts";
import { readDiskSpace } from "./platform/disk-space.ts";
import type { RouteTable } from "./platform/http/route-table.ts";
import type { Images } from "./platform/images/images.ts";
import { readKeyFile } from "./platform/key-file.ts";
import { createMetrics } from "./platform/metrics.ts";
import { joinNodes } from "./platform/nodes/nodes.ts";
import { makePrivateFolder } from "./platform/private-files.ts";
import { requireOwner } from "./platform/require-owner.ts";
import { releaseReserve, startReserve } from "./platform/reserve.ts";
import { countingErrors } from "./platform/storage/count-errors.ts";
import { startUpkeep } from "./upkeep.ts";

export type Site = { deps: Deps; url: string; routes: RouteTable; stop(): Promise<void> };

export type Outside = {
  images: Images;
  log: FastifyBaseLogger;
  now?: () => Date;
  /** In development, pages come from their sources instead of a build. */
  web?: WebBuild;
};

/**
 * Builds everything from the configuration and listens. If a step fails, everything opened before it is closed again.
 * The caller owns the images and closes them after `stop`.
 */
export async function startSite(config: Config, outside: Outside): Promise<Site> {
  await using started = new AsyncDisposableStack();
  const { deps } = started.adopt(await openLibrary(config, outside), (library) => library.close());
  if (deps.database.isReadOnly) {
    deps.log.error(
      "the disk is full and the database cannot be written: visitors can browse, but signing in is not possible",
    );
  } else {
    await requireSameKey(deps.database, readKeyFile(config.signingKeyFile));
    await applyAdminConfig(deps);
    started.adopt(await startUpkeep(deps), (upkeep) => upkeep.stop());
    started.adopt(startRetention(deps), (retention) => retention.stop());
    started.adopt(await startPublishingAlbums(deps), (publishing) => publishing.stop());
    started.adopt(startDocumentIds(deps), (reading) => reading.stop());
    started.adopt(startVisitorDataRetention(deps), (retention) => retention.stop());
    started.adopt(await startPublishingPages(deps), (publishing) => publishing.stop());
    started.adopt(startUpdateCheck(deps), (check) => check?.stop());
  }
  const outbox = deps.database.isReadOnly
    ? undefined
    : startOutbox(deps, [accountMail, messageMail, selectionMail, roundMail]);
  started.defer(() => outbox?.stop());
  const background = startBackground(deps);
  let server: FastifyInstance | undefined;
  // Together: jobs must not start new work while the last requests are answered. Deferred before the jobs start, because
  // a start that fails midway leaves their connections open.
  started.defer(async () => {
    await Promise.all([server?.close(), deps.jobs.stop(), background.stop()]);
  });
  if (!deps.database.isReadOnly) started.adopt(await startBatchWork(deps), (work) => work.stop());
  if (!deps.database.isReadOnly) started.adopt(await startInbox(deps, background), (inbox) => inbox.stop());
  const app = await buildApp(deps, outside.web ?? (await loadWebBuild()), background);
  server = app.server;
  const listening = await server.listen({ port: config.port, host: config.host });
  // Of all addresses, one that a browser can open.
  const url = listening.replace("//[::]:", "//[::1]:");
  const running = started.move();
  return { deps, url, routes: app.routes, stop: () => running.disposeAsync() };
}

export type Library = { deps: Deps; close(): Promise<void> };

/**
 * Everything except listening. A server owns the library: it upgrades the database and cleans up after whatever died. A
 * guest is a command that works beside a running server, so it leaves both to it (decision 021).
 */
export async function openLibrary(
  config: Config,
  { images, log, now = () => new Date() }: Outside,
  role: "server" | "guest" = "server",
): Promise<Library> {
  await using opened = new AsyncDisposableStack();
  requireOwner(config.dataDir);
  makePrivateFolder(config.dataDir);
  // On PostgreSQL several servers may share a library.
  const isFile = config.databaseUrl === undefined;
  if (isFile && role === "server") opened.adopt(lockForServer(config.dataDir), (lock) => lock.release());
  // While an import runs, its open work is no leftover, and it relies on the schema.
  const alone = isFile && role === "server" ? tryLockForImport(config.dataDir) : undefined;
  opened.defer(() => alone?.release());
  if ((await readDiskSpace(config.dataDir)).level === "full") releaseReserve(config.dataDir);
  const { database, storage: stored } = opened.adopt(await openStores(config), (stores) => stores.close());
  await requireRestored(stored);
  if (role === "server" && (alone || !isFile) && !database.isReadOnly) await migrate(database);
  else await requireCurrentSchema(database);
  const metrics = createMetrics();
  const storage = countingErrors(stored, metrics.countStorageError);
  const nodes = opened.adopt(await joinNodes(config.databaseUrl, database.db, log), (nodes) => nodes.close());
  const { changes, locks, jobs } = nodes;
  const site = opened.adopt(await openSiteSettings(database.db, changes, log), (site) => site.close());
  const key = readKeyFile(config.signingKeyFile);
  const deps: Deps = {
    config,
    db: database.db,
    database,
    storage,
    images,
    changes,
    locks,
    jobs,
    signing: await openSigning(database, key),
    sealing: openSealing(key),
    metrics,
    site,
    now,
    log,
  };
  watchLibrary(deps);
  await claimStorage(deps);
  if (role === "server" && !database.isReadOnly) {
    opened.adopt(startReserve(config.dataDir, log), (reserve) => reserve.stop());
    opened.adopt(await startRecovery(deps, alone !== undefined), (recovery) => recovery.stop());
    opened.adopt(await followSiteFile(config.dataDir, site, log), (file) => file.close());
  }
  alone?.release();
  const library = opened.move();
  return { deps, close: () => library.disposeAsync() };
}
