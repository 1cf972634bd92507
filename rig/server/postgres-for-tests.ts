import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "../../server/db/connect.ts";
import { migrate } from "../../server/db/migrate.ts";
import { startPostgres } from "../postgres.ts";
import { fillTemplate } from "./template.ts";

/** All tables, without rows. */
export const EMPTY_TEMPLATE = "vitrine_empty";
/** A site's database with the admin signed in. */
export const SIGNED_IN_TEMPLATE = "vitrine_signed_in";

/**
 * Every minute autovacuum visits every database, and there is one per test: several visits a second at the end of a
 * run. Creating a database is a checkpoint, and after each, every changed page would be logged whole. Nothing has to
 * survive a crash, and no query is long enough to be compiled or divided.
 */
const SETTINGS = [
  ...["autovacuum=off", "track_counts=off", "full_page_writes=off", "synchronous_commit=off"],
  ...["wal_level=minimal", "max_wal_senders=0", "jit=off", "max_parallel_workers_per_gather=0"],
];

/** One PostgreSQL for the whole run; every test server gets its own database in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres(SETTINGS);
  await createDatabase(postgres.socketUrl, EMPTY_TEMPLATE);
  const database = connectDatabase({ databaseUrl: databaseAt(postgres.socketUrl, EMPTY_TEMPLATE), dataDir: "" });
  await migrate(database);
  await database.close();

  await createDatabase(postgres.socketUrl, SIGNED_IN_TEMPLATE, EMPTY_TEMPLATE);
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-template-"));
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseAt(postgres.socketUrl, SIGNED_IN_TEMPLATE) };
  project.provide("adminToken", await fillTemplate(env));
  await rm(dataDir, { recursive: true });

  project.provide("postgresUrl", postgres.socketUrl);
  return postgres.stop;
}

/** Returns its URL. */
export async function createDatabase(url: string, name: string, template = "template0"): Promise<string> {
  administration ??= connect(url);
  const client = await administration;
  // Copying files is faster than writing every page to the log, and nothing is synced to disk.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  return databaseAt(url, name);
}

/** One connection for all tests of this process: PostgreSQL starts a process for each. */
let administration: Promise<pg.Client> | undefined;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // At the end of the run PostgreSQL stops first.
  client.on("error", () => {});
  await client.connect();
  return client;
}

const databaseAt = (url: string, name: string) => url.replace("/postgres?", `/${name}?`);

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}
