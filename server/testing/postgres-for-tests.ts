import fastify from "fastify";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../rig/postgres.ts";
import { connectDatabase } from "../platform/db/connect.ts";
import { migrate } from "../platform/db/migrate.ts";
import { pgBossJobs } from "../platform/jobs/pg-boss-jobs.ts";

/** With all tables made: copying it takes a tenth of the time that making them does. */
export const TEMPLATE = "vitrine_template";

/** One PostgreSQL for the whole run; every test server makes a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  await makeTemplate(postgres.url);
  project.provide("postgresUrl", postgres.url);
  return postgres.stop;
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const databaseUrl = url.replace(/\/postgres$/, `/${TEMPLATE}`);
  const database = connectDatabase({ databaseUrl, dataDir: "" });
  await migrate(database);
  await database.close();
  const jobs = pgBossJobs(databaseUrl, fastify({ logger: { level: "silent" } }).log);
  await jobs.start(async () => {});
  await jobs.stop();
}

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}
