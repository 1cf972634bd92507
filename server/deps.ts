import type { Config } from "./config.ts";
import type { Database } from "./db/connect.ts";
import type { Db } from "./db/schema.ts";
import type { Sealing } from "./library/secrets/sealing.ts";
import type { Signing } from "./library/secrets/signing.ts";
import type { SiteStore } from "./library/site-settings.ts";
import type { Log } from "./log.ts";
import type { Images } from "./platform/images/images.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Changes } from "./platform/nodes/changes.ts";
import type { Locks } from "./platform/nodes/locks.ts";
import type { Storage } from "./platform/storage/storage.ts";

/** What every service may use. Built once at start; tests set the clock. */
export type Deps = {
  config: Config;
  db: Db;
  database: Database;
  storage: Storage;
  images: Images;
  changes: Changes;
  locks: Locks;
  jobs: Jobs;
  signing: Signing;
  sealing: Sealing;
  metrics: Metrics;
  /** What the owner decides about the site. */
  site: SiteStore;
  now(): Date;
  log: Log;
};
