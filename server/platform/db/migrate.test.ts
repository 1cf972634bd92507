import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { insertRows, photoRow } from "../../../rig/photo-row.ts";
import { freshDatabase } from "../../testing/start-test-server.ts";
import { connectDatabase, type Database } from "./connect.ts";
import { migrate } from "./migrate.ts";

test("a library from before its photos were counted is counted when it is opened", async () => {
  const database = await emptyDatabase();
  const now = new Date();
  await migrate(database, "001-library");
  const trashed = photoRow(now, { deleted_at: now.toISOString() });
  await insertRows(database.db, [photoRow(now), photoRow(now), trashed]);

  await migrate(database);
  await insertRows(database.db, [photoRow(now)]);

  expect(await database.db.selectFrom("photo_count").selectAll().orderBy("place").execute()).toEqual([
    { place: "album", count: 0 },
    { place: "loose", count: 3 },
    { place: "trash", count: 1 },
  ]);
});

async function emptyDatabase(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  const { DATABASE_URL } = await freshDatabase("template0");
  const database = connectDatabase({ databaseUrl: DATABASE_URL, dataDir });
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  return database;
}
