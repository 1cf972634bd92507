import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { prepareAuth } from "./features/auth/auth.service.ts";
import { startBatchWork } from "./features/pictures/batch/batch.worker.ts";
import { openSiteFile } from "./features/site/site-file.ts";
import { claimStorage } from "./library/marker.ts";
import { startRecovery } from "./library/recovery.ts";
import { readSigningKey } from "./library/signing.ts";
import { lockDataFolder } from "./platform/data-lock.ts";
import { connectDatabase } from "./platform/db/connect.ts";
import { migrate } from "./platform/db/migrate.ts";
import type { RouteTable } from "./platform/http/route-table.ts";
import type { Images } from "./platform/images/images.ts";
import { createMetrics } from "./platform/metrics.ts";
import { joinNodes } from "./platform/nodes/nodes.ts";
import { openStorage } from "./platform/storage/open-storage.ts";

export type Site = { deps: Deps; url: string; routes: RouteTable; stop(): Promise<void> };

export type Outside = { images: Images; log: FastifyBaseLogger; now?: () => Date };

/** Builds everything from the configuration and listens. The images are the caller's, who closes them after `stop`. */
export async function startSite(config: Config, outside: Outside): Promise<Site> {
  const { deps, close } = await openLibrary(config, outside);
  await prepareAuth(deps);
  await startBatchWork(deps);
  const { server, routes } = await buildApp(deps);
  const url = await server.listen({ port: config.port, host: config.host });
  return {
    deps,
    url,
    routes,
    async stop() {
      await Promise.all([server.close(), deps.jobs.stop()]);
      await close();
    },
  };
}

export type Library = { deps: Deps; close(): Promise<void> };

/** All but listening: what the commands work on. */
export async function openLibrary(config: Config, { images, log, now = () => new Date() }: Outside): Promise<Library> {
  // On PostgreSQL several servers may share a library.
  const lock = config.databaseUrl ? undefined : lockDataFolder(config.dataDir);
  const database = connectDatabase(config);
  await migrate(database);
  const storage = openStorage(config);
  const { changes, locks, jobs, close: leaveNodes } = await joinNodes(config.databaseUrl, database, log);
  const siteFile = await openSiteFile(join(config.dataDir, "site.json"), changes, log);
  const deps: Deps = {
    config,
    db: database.db,
    database,
    storage,
    images,
    changes,
    locks,
    jobs,
    signingKey: await readSigningKey(database.db),
    metrics: createMetrics(),
    siteTexts: siteFile.texts,
    now,
    log,
  };
  await claimStorage(deps);
  const sweep = await startRecovery(deps);
  return {
    deps,
    async close() {
      await sweep.stop();
      siteFile.close();
      await leaveNodes();
      await storage.close();
      await database.close();
      lock?.release();
    },
  };
}
