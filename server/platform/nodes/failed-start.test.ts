import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase, startTestServer } from "../../../rig/server/start-test-server.ts";
import { connectDatabase } from "../../db/connect.ts";
import { JOBS_CONNECTION } from "./pg-boss-jobs.ts";

test("a start that fails after the job queue has started closes the queue's connections", async () => {
  const { DATABASE_URL } = await freshDatabase();
  if (!DATABASE_URL) return;
  const { db, close } = connectDatabase({ databaseUrl: DATABASE_URL, dataDir: "" });
  onTestFinished(close);
  // The first query after the queue has started.
  await sql`alter table batch_run rename to unknown`.execute(db);

  await expect(startTestServer({ DATABASE_URL })).rejects.toThrow(/batch_run/);

  const countConnections = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and application_name = ${JOBS_CONNECTION}
    `.execute(db);
    return rows.length;
  };
  await expect.poll(countConnections).toBe(0);
});
