import { expect, test } from "vitest";
import { deleteAlbum, getAdminAlbum, getAlbum, listAlbumPhotos, updateAlbum } from "../../../contract/albums.ts";
import {
  bulkPhotos,
  getPhoto,
  getSummary,
  listPhotoIds,
  listPhotos,
  type PhotoId,
  updatePhoto,
} from "../../../contract/photos.ts";
import * as contract from "../../../contract/trash.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";

/** More than one batch. */
const MANY = 1_100;

async function albumOfThree(server: TestServer) {
  const album = await server.seed.album({ category: "travel" });
  const ids: PhotoId[] = [];
  for (let index = 0; index < 3; index++) ids.push((await server.seed.photo({ album })).id);
  const [a, b, c] = ids;
  if (!a || !b || !c) throw new Error("expected three photos");
  return { album, a, b, c };
}

const idsIn = async ({ admin }: TestServer, slug: string) =>
  (await admin.call(listAlbumPhotos, { params: { slug } })).photos.map(({ id }) => id);

test("a trashed photo leaves its public album, and the gap closes", async () => {
  const server = await shareTestServer();
  const { admin, visitor } = server;
  const { album, a, b, c } = await albumOfThree(server);

  const { photo } = await admin.call(contract.trashPhoto, { params: { id: b } });

  expect(photo).toMatchObject({
    id: b,
    deleted: true,
    is_visible: false,
    album_id: null,
    trashed_on: expect.any(String),
  });
  const shown = await visitor.call(getAlbum, { params: { slug: album.slug } });
  expect(shown.data.photos.map(({ id }) => id)).toEqual([a, c]);
  expect(shown.data.album.photo_count).toBe(2);
});

test("a restored photo returns to its place in its album and in its collections", async () => {
  const server = await shareTestServer();
  const { admin } = server;
  const { album, a, b, c } = await albumOfThree(server);
  for (const id of [a, b]) {
    await admin.call(updatePhoto, { params: { id }, body: { favorite: true } });
    await admin.call(updatePhoto, { params: { id }, body: { quick_collection: true } });
  }
  await admin.call(contract.trashPhoto, { params: { id: a } });
  expect((await admin.call(getSummary)).favorites).toBe(1);

  const { photo } = await admin.call(contract.restorePhoto, { params: { id: a } });

  expect(photo).toMatchObject({
    deleted: false,
    is_visible: true,
    album_id: album.id,
    favorite: true,
    trashed_on: null,
  });
  expect(await idsIn(server, album.slug)).toEqual([a, b, c]);
  const favorites = await admin.call(listPhotos, { query: { favorite: "1", sort: "curated" } });
  expect(favorites.photos.map(({ id }) => id)).toEqual([a, b]);
});

test("photos trashed together come back in the order they had", async () => {
  const server = await shareTestServer();
  const { album, a, b, c } = await albumOfThree(server);
  await server.admin.call(bulkPhotos, { body: { ids: [c, a, b], action: "trash" } });

  await server.admin.call(bulkPhotos, { body: { ids: [b, c, a], action: "restore" } });

  expect(await idsIn(server, album.slug)).toEqual([a, b, c]);
});

test("a photo whose album no longer exists is restored into no album", async () => {
  const server = await shareTestServer();
  const { album, a } = await albumOfThree(server);
  await server.admin.call(contract.trashPhoto, { params: { id: a } });
  await server.admin.call(deleteAlbum, { params: { slug: album.slug } });

  const { photo } = await server.admin.call(contract.restorePhoto, { params: { id: a } });

  expect(photo).toMatchObject({ deleted: false, album_id: null });
});

test("a photo restored into an album that has changed its category takes on the new one", async () => {
  const server = await shareTestServer();
  const { album, a } = await albumOfThree(server);
  await server.admin.call(contract.trashPhoto, { params: { id: a } });
  await server.admin.call(updateAlbum, { params: { slug: album.slug }, body: { category: "portraits" } });

  const { photo } = await server.admin.call(contract.restorePhoto, { params: { id: a } });

  expect(photo).toMatchObject({ album_id: album.id, category: "PORTRAITS" });
});

test("trashing or restoring twice is the same as once: the first date and the album stay", async () => {
  const server = await startTestServer();
  const { album, a, b, c } = await albumOfThree(server);
  const first = await server.admin.call(contract.trashPhoto, { params: { id: a } });
  server.clock.advanceMs(60_000);

  const again = await server.admin.call(contract.trashPhoto, { params: { id: a } });
  await server.admin.call(contract.restorePhoto, { params: { id: a } });
  await server.admin.call(contract.restorePhoto, { params: { id: a } });

  expect(again.photo.trashed_on).toBe(first.photo.trashed_on);
  expect(await idsIn(server, album.slug)).toEqual([a, b, c]);
});

test("a photo in the trash can join no album and no collection", async () => {
  const server = await shareTestServer();
  const { album, a } = await albumOfThree(server);
  await server.admin.call(contract.trashPhoto, { params: { id: a } });

  for (const body of [{ album_id: album.id }, { favorite: true }, { featured: true }, { quick_collection: true }]) {
    expect((await server.admin.refused(updatePhoto, { params: { id: a }, body })).status).toBe(409);
  }

  expect((await server.admin.call(getPhoto, { params: { id: a } })).photo).toMatchObject({
    album_id: null,
    favorite: false,
    featured: false,
    quick_collection: false,
  });
});

test("every call for an unknown photo gets a 404", async () => {
  const { admin } = await shareTestServer();

  for (const endpoint of [contract.trashPhoto, contract.restorePhoto, contract.deletePhotoPermanently]) {
    for (const id of [999_999, "abc" as unknown as number, 2 ** 40]) {
      const response = await admin.refused(endpoint, { params: { id } });
      expect(response.status).toBe(404);
      expect(response.body.message).toBe("Photo not found");
    }
  }
});

test("only photos in the trash can be deleted permanently", async () => {
  const server = await shareTestServer();
  const { a } = await albumOfThree(server);

  const response = await server.admin.refused(contract.deletePhotoPermanently, { params: { id: a } });

  expect(response.status).toBe(409);
  expect((await server.admin.call(getPhoto, { params: { id: a } })).photo.id).toBe(a);
});

async function filesOf({ deps }: TestServer): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list()) keys.push(key);
  return keys;
}

test("deleting a photo permanently removes its original and every variant", async () => {
  const server = await shareTestServer();
  const { admin, seed, deps } = server;
  const album = await seed.album();
  const { body } = await upload(admin, album, [
    { name: "a.jpg", bytes: await makePicture() },
    { name: "b.jpg", bytes: await makePicture({ colour: "#204060" }) },
  ]);
  const [gone, stays] = body.photos;
  if (!gone || !stays) throw new Error("expected two photos");
  await admin.call(contract.trashPhoto, { params: { id: gone.id } });

  await admin.call(contract.deletePhotoPermanently, { params: { id: gone.id } });

  expect((await admin.refused(getPhoto, { params: { id: gone.id } })).status).toBe(404);
  const files = await filesOf(server);
  expect(files.filter((key) => key.includes(gone.internal_id))).toEqual([]);
  expect(files.filter((key) => key.includes(stays.internal_id)).length).toBeGreaterThan(1);
  expect(await deps.db.selectFrom("storage_intent").selectAll().execute()).toEqual([]);
});

test("emptying the trash deletes what is in it and nothing else", async () => {
  const server = await shareTestServer();
  const { album, a, b, c } = await albumOfThree(server);
  await server.admin.call(bulkPhotos, { body: { ids: [a, b], action: "trash" } });

  const { deleted_count } = await server.admin.call(contract.emptyTrash);

  expect(deleted_count).toBe(2);
  const { photos, total } = await server.admin.call(listPhotos);
  expect([photos.map(({ id }) => id), total]).toEqual([[c], 1]);
  expect((await server.admin.call(getAdminAlbum, { params: { slug: album.slug } })).album.photo_count).toBe(1);
  expect((await server.admin.call(contract.emptyTrash)).deleted_count).toBe(0);
});

test("restoring the trash brings back all of it, each photo to its place", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const album = await seed.album();
  await seed.photos(MANY);
  const { ids: order } = await admin.call(listPhotoIds, { query: { sort: "oldest" } });
  const reversed = order.toReversed();
  await admin.call(bulkPhotos, { body: { ids: reversed, action: "update", change: { album_id: album.id } } });
  const [kept, ...rest] = reversed;
  await admin.call(bulkPhotos, { body: { ids: rest, action: "trash" } });

  const { restored, message } = await admin.call(contract.restoreTrash);

  expect(restored.toSorted((a, b) => a - b)).toEqual(order.filter((id) => id !== kept));
  expect(message).toBe(`${MANY - 1} photos restored`);
  expect(await idsIn(server, album.slug)).toEqual(reversed);
  expect((await admin.call(contract.restoreTrash)).restored).toEqual([]);
});

test("permanent deletion is recorded, with who did it", async () => {
  const server = await shareTestServer();
  const { a } = await albumOfThree(server);
  await server.admin.call(contract.trashPhoto, { params: { id: a } });
  await server.admin.call(contract.deletePhotoPermanently, { params: { id: a } });
  await server.admin.call(contract.emptyTrash);

  const entries = await server.deps.db.selectFrom("audit_log").select(["action", "actor"]).orderBy("id").execute();

  expect(entries.slice(-2)).toEqual([
    { action: "photo-deleted", actor: "admin@example.com" },
    { action: "trash-emptied", actor: "admin@example.com" },
  ]);
});
