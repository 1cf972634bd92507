import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, test } from "vitest";
import { createAlbum, listAlbums } from "../../../contract/albums.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

const onSqlite = test.skipIf(inject("postgresUrl"));

onSqlite("while another process holds the database, reading goes on and writing waits for it", async () => {
  const { admin, deps } = await startTestServer();
  const release = holdDatabase(deps.config.dataDir);

  const write = admin.call(createAlbum, { body: { title: "Patience", category: "urban" } });
  expect((await admin.call(listAlbums)).albums).toEqual([]);
  release();

  expect((await write).album.title).toBe("Patience");
});

onSqlite("a database held for longer is told as unavailable, and everything works again afterwards", async () => {
  const { admin, deps } = await startTestServer();
  const release = holdDatabase(deps.config.dataDir);

  const refused = await admin.refused(createAlbum, { body: { title: "Too late", category: "urban" } });
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBeTruthy();
  expect((await admin.call(listAlbums)).albums).toEqual([]);
  release();

  await admin.call(createAlbum, { body: { title: "Again", category: "urban" } });
  expect((await admin.call(listAlbums)).albums).toHaveLength(1);
});

function holdDatabase(dataDir: string): () => void {
  const other = new DatabaseSync(join(dataDir, "vitrine.sqlite"));
  other.exec("begin immediate");
  return () => {
    other.exec("commit");
    other.close();
  };
}
