import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase, startTestServer } from "../../../rig/server/start-test-server.ts";
import { connectDatabase } from "../../db/connect.ts";
import { SERVER_CONNECTION } from "./servers.queries.ts";

test("a start that fails after the server has joined the others closes its connections", async () => {
  const { DATABASE_URL } = await freshDatabase();
  if (!DATABASE_URL) return;
  const { db, close } = connectDatabase({ databaseUrl: DATABASE_URL, dataDir: "" });
  onTestFinished(close);
  // The first query of the jobs.
  await sql`alter table batch_run rename to unknown`.execute(db);

  await expect(startTestServer({ DATABASE_URL })).rejects.toThrow(/batch_run/);

  const countConnections = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and application_name = ${SERVER_CONNECTION}
    `.execute(db);
    return rows.length;
  };
  await expect.poll(countConnections).toBe(0);
});
