import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";
import type { SiteFile } from "./features/site/site-file.ts";
import type { Changes } from "./library/changes.ts";
import type { Database } from "./platform/db/connect.ts";
import type { Db } from "./platform/db/schema.ts";
import type { Images } from "./platform/images/images.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Locks } from "./platform/nodes/locks.ts";
import type { Storage } from "./platform/storage/storage.ts";

/** What every service may use. Built once at start; tests build it with a clock of their own. */
export type Deps = {
  config: Config;
  db: Db;
  database: Database;
  storage: Storage;
  images: Images;
  changes: Changes;
  locks: Locks;
  jobs: Jobs;
  /** Signs addresses that must work without a token. Shared by all nodes. */
  signingKey: Buffer;
  metrics: Metrics;
  siteFile: SiteFile;
  now(): Date;
  log: FastifyBaseLogger;
};
