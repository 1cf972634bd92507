import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { createAlbum, listAlbums, updateAlbum } from "../../contract/albums.ts";
import { type MessageId, updateMessage } from "../../contract/messages.ts";
import { startTestServer } from "../../rig/server/start-test-server.ts";
import { isDatabaseAway } from "../platform/database-away.ts";

const onSqlite = test.skipIf(inject("postgresUrl"));

onSqlite("while another process holds the database, reading goes on and writing waits for it", async () => {
  const { admin, deps, clock } = await startTestServer();
  // So long that the session's use would be recorded.
  clock.advanceMs(60 * 60 * 1000);
  const release = holdDatabase(deps.config.dataDir);

  const write = admin.call(createAlbum, { body: { title: "Patience", category: "urban" } });
  expect((await admin.call(listAlbums)).albums).toEqual([]);
  release();

  expect((await write).album.title).toBe("Patience");
});

onSqlite("a database locked for too long is unavailable, and works again afterwards", async () => {
  const { admin, deps } = await startTestServer();
  const release = holdDatabase(deps.config.dataDir);

  const refused = await inAMoment(admin.refused(createAlbum, { body: { title: "Too late", category: "urban" } }));
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBeTruthy();
  expect((await admin.call(listAlbums)).albums).toEqual([]);
  release();

  await admin.call(createAlbum, { body: { title: "Again", category: "urban" } });
  expect((await admin.call(listAlbums)).albums).toHaveLength(1);
});

onSqlite(
  "a rollback that fails blocks no later write, and none of its changes is kept",
  { timeout: 20_000 },
  async () => {
    const { admin, seed } = await startTestServer();
    const album = await seed.album({ title: "Before" });
    const other = await seed.album({ title: "Other" });
    // The title is changed first, and then the URL is refused.
    const change = () =>
      admin.refused(updateAlbum, { params: { slug: album.slug }, body: { title: "After", slug: other.slug } });
    const fault = failRollback();

    expect((await change()).status).toBe(500);
    // A transaction and a single statement: neither may become part of the transaction that is still open.
    const [create, save] = await Promise.all([
      admin.refused(createAlbum, { body: { title: "Too early", category: "urban" } }),
      admin.refused(updateMessage, { params: { id: 1 as MessageId }, body: { read: true } }),
    ]);
    expect([create.status, save.status]).toEqual([500, 500]);
    expect((await admin.call(listAlbums)).albums.map(({ title }) => title)).toEqual(["Before", "Other"]);
    fault.mockRestore();

    await admin.call(createAlbum, { body: { title: "Again", category: "urban" } });
    expect((await change()).status).toBe(422);
    expect((await admin.call(listAlbums)).albums.map(({ title }) => title)).toEqual(["Before", "Other", "Again"]);
  },
);

test("a full disk counts as a database that is down", () => {
  const full = new DatabaseSync(":memory:");
  full.exec("create table row (text); pragma max_page_count = 2;");

  const write = () => full.exec("insert into row values (zeroblob(100000))");

  expect(write).toThrow("database or disk is full");
  expect(isDatabaseAway(errorOf(write))).toBe(true);
});

/** Lets the clock run a hundred times as fast until the response is there. */
async function inAMoment<T>(response: Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let isWaiting = true;
  void response.finally(() => {
    isWaiting = false;
  });
  while (isWaiting) {
    vi.setSystemTime(Date.now() + 1_000);
    await delay(10);
  }
  return response;
}

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
}

/** As on a disk that reports errors. */
function failRollback() {
  const prepare = DatabaseSync.prototype.prepare;
  return vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === "rollback") throw new Error("planted: disk I/O error");
    return prepare.call(this, sql);
  });
}

function holdDatabase(dataDir: string): () => void {
  const other = new DatabaseSync(join(dataDir, "vitrine.sqlite"));
  other.exec("begin immediate");
  return () => {
    other.exec("commit");
    other.close();
  };
}
