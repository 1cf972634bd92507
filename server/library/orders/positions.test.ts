import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { addAlbumPhotos, listAlbumPhotos, reorderAlbumPhotos } from "../../../contract/albums.ts";
import { bulkPhotos } from "../../../contract/photos.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { recordStatements } from "../../../rig/server/record-statements.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";

test("the same work on other photos needs no other statements", async () => {
  const { node, seed, deps } = await startTestServer();
  const { admin } = node;
  const album = await seed.album({ title: "Album" });
  const other = await seed.album({ title: "Other" });

  const work = async (colours: string[]) => {
    const ids = [];
    for (const colour of colours) {
      const { body } = await upload(admin, album, [{ name: "a.jpg", bytes: await makePicture({ colour }) }]);
      ids.push(...body.photos.map(({ id }) => id));
    }
    await admin.call(addAlbumPhotos, { params: { slug: other.slug }, body: { photo_ids: ids } });
    await admin.call(bulkPhotos, { body: { ids, action: "update", change: { album_ids: [other.id, album.id] } } });
    const { photos } = await admin.call(listAlbumPhotos, { params: { slug: album.slug } });
    const order = photos.map(({ id }) => id).reverse();
    await admin.call(reorderAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids: order } });
  };
  const first = await recordStatements(deps, () => work(["#111111", "#222222", "#333333"]));
  const prepared = vi.spyOn(DatabaseSync.prototype, "prepare");
  const second = await recordStatements(deps, () => work(["#444444", "#555555", "#666666"]));

  const known = new Set(first);
  expect(second.filter((sql) => !known.has(sql))).toEqual([]);
  // SQLite keeps 500 of them: with ids in their text, as many uploads would push all the others out.
  const preparedAgain = prepared.mock.calls.map(([sql]) => sql).filter((sql) => second.includes(sql));
  expect(preparedAgain).toEqual([]);
});
