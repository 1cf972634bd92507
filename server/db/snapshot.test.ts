import { expect, test } from "vitest";
import { createAlbum, listAlbums } from "../../contract/albums.ts";
import { startTestServer } from "../../rig/server/start-test-server.ts";
import type { Db } from "./schema.ts";
import { inSnapshot } from "./snapshot.ts";

test("a snapshot shows a single moment while others write and read", async () => {
  const { admin, deps } = await startTestServer();
  const create = (title: string) => admin.call(createAlbum, { body: { title, category: "urban" } });
  const titles = async (db: Db) => (await db.selectFrom("album").select("title").execute()).map(({ title }) => title);
  await create("Before");

  await inSnapshot(deps.database, async (snapshot) => {
    expect(await titles(snapshot)).toEqual(["Before"]);
    await create("During");
    expect(await titles(snapshot)).toEqual(["Before"]);
    expect((await admin.call(listAlbums)).albums).toHaveLength(2);
  });

  expect(await titles(deps.db)).toEqual(["Before", "During"]);
});
