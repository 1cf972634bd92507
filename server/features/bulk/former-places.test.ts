import { expect, test } from "vitest";
import type { AlbumId } from "../../../contract/album-id.ts";
import { type AdminAlbum, listAlbumPhotos, removeAlbumPhoto, reorderAlbumPhotos } from "../../../contract/albums.ts";
import { clearQuickCollection } from "../../../contract/curation.ts";
import {
  bulkPhotos,
  changeOf,
  listPhotos,
  type PhotoChange,
  type PhotoId,
  updatePhoto,
} from "../../../contract/photos.ts";
import { restorePhoto, trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";

/** An album of photos called a, b, c …, all of them in every collection in the same order. */
async function albumOf(letters: string) {
  const server = await shareTestServer();
  const album = await server.seed.album({ category: "travel" });
  const byName = new Map<string, PhotoId>();
  for (const title of letters) byName.set(title, (await server.seed.photo({ album, title })).id);
  const ids = (names: string) => [...names].map((name) => byName.get(name) ?? (0 as PhotoId));
  for (const collection of ["favorite", "featured", "quick_collection"] as const) {
    await server.admin.call(bulkPhotos, {
      body: { ids: ids(letters), action: "update", change: changeOf(collection, true) },
    });
  }
  return { ...tabOf(server, album, ids), server, album, ids };
}

/** What a tab of the admin area does, with names instead of ids. */
function tabOf({ admin, seed }: TestServer, album: AdminAlbum, ids: (names: string) => PhotoId[]) {
  const [slug, albumId] = [album.slug, album.id as AlbumId];
  const one = (name: string) => ({ params: { id: ids(name)[0] ?? (0 as PhotoId) } });
  const change = (names: string, change: PhotoChange, put_back?: boolean) =>
    admin.call(bulkPhotos, { body: { ids: ids(names), action: "update", change, put_back } });
  return {
    change,
    trash: (names: string) => admin.call(bulkPhotos, { body: { ids: ids(names), action: "trash" } }),
    restore: (names: string) => admin.call(bulkPhotos, { body: { ids: ids(names), action: "restore" } }),
    trashOne: (name: string) => admin.call(trashPhoto, one(name)),
    restoreOne: (name: string) => admin.call(restorePhoto, one(name)),
    undoAlbum: (names: string) => change(names, { album_id: albumId }, true),
    reorder: (names: string) => admin.call(reorderAlbumPhotos, { params: { slug }, body: { photo_ids: ids(names) } }),
    addPhoto: async (title: string) => {
      const { id } = await seed.photo({ title });
      await admin.call(updatePhoto, { params: { id }, body: { category: "TRAVEL" } });
      await admin.call(updatePhoto, { params: { id }, body: { album_id: albumId } });
    },
    inAlbum: async () =>
      (await admin.call(listAlbumPhotos, { params: { slug } })).photos.map(({ title }) => title).join(""),
    inCollection: async (collection: "favorite" | "featured" | "quick_collection") => {
      const { photos } = await admin.call(listPhotos, { query: { [collection]: "1", sort: "curated" } });
      return photos.map(({ title }) => title).join("");
    },
  };
}

test("a restored photo is back in its place in its album and in every collection", async () => {
  const { trashOne, restoreOne, inAlbum, inCollection } = await albumOf("abcdefghi");
  await trashOne("c");
  await restoreOne("c");

  expect(await inAlbum()).toBe("abcdefghi");
  expect(await inCollection("favorite")).toBe("abcdefghi");
  expect(await inCollection("featured")).toBe("abcdefghi");
  expect(await inCollection("quick_collection")).toBe("abcdefghi");
});

test.each([
  ["together", ["bde"], ["edb"]],
  ["one by one, last one first", ["b", "d", "e"], ["e", "d", "b"]],
  ["one by one, first one first", ["b", "c", "d"], ["b", "c", "d"]],
  ["from the front", ["a", "b", "c"], ["a", "b", "c"]],
  ["from the end", ["f", "e"], ["f", "e"]],
  ["a block in any order", ["bcde"], ["d", "b", "e", "c"]],
  ["all of them", ["abcdef"], ["fdbace"]],
])("trashed and restored photos are in their old order: %s", async (_, trashed, restored) => {
  const { trash, restore, inAlbum, inCollection } = await albumOf("abcdef");
  for (const names of trashed) await trash(names);
  for (const names of restored) await restore(names);

  expect(await inAlbum()).toBe("abcdef");
  expect(await inCollection("featured")).toBe("abcdef");
});

test("a photo returns between its old neighbors after another tab has moved photos", async () => {
  const { trash, restore, reorder, inAlbum } = await albumOf("abcdef");
  await trash("c");
  await reorder("fabde");
  await restore("c");
  expect(await inAlbum()).toBe("fabcde");

  await trash("c");
  await reorder("fadeb");
  await restore("c");
  expect(await inAlbum()).toBe("facdeb");
});

test("a photo returns to its place after another tab has trashed its neighbors and added photos", async () => {
  const { trash, trashOne, restoreOne, restore, inAlbum, addPhoto } = await albumOf("abcde");
  await trashOne("e");
  await trash("bd");
  await addPhoto("x");
  await restoreOne("e");
  expect(await inAlbum()).toBe("acex");
  await restore("bd");
  expect(await inAlbum()).toBe("abcdex");
});

test("undoing a new album or category puts photos back in their places", async () => {
  const { server, change, undoAlbum, inAlbum } = await albumOf("abcdef");
  const other = await server.seed.album({ category: "travel" });

  await change("be", { album_id: other.id });
  expect(await inAlbum()).toBe("acdf");
  await undoAlbum("eb");
  expect(await inAlbum()).toBe("abcdef");

  await change("c", { category: "URBAN" });
  await change("a", { album_id: null });
  await change("c", { category: "TRAVEL" });
  await undoAlbum("c");
  await undoAlbum("a");
  expect(await inAlbum()).toBe("abcdef");
});

test("undoing a removal puts a photo back, also when another tab has changed the album since", async () => {
  const { server, album, ids, undoAlbum, reorder, trash, inAlbum } = await albumOf("abcdef");
  const [c = 0 as PhotoId] = ids("c");
  await server.admin.call(removeAlbumPhoto, { params: { slug: album.slug, photoId: c } });
  await trash("b");
  await reorder("fade");
  await undoAlbum("c");

  expect(await inAlbum()).toBe("facde");
});

test("undo puts a photo back in its place in a collection; adding it again appends it", async () => {
  const { server, change, inCollection } = await albumOf("abcd");
  await change("b", { favorite: false });
  await change("b", { favorite: true }, true);
  expect(await inCollection("favorite")).toBe("abcd");

  await change("b", { favorite: false });
  await change("b", { favorite: true });
  expect(await inCollection("favorite")).toBe("acdb");

  await server.admin.call(clearQuickCollection);
  await change("dbca", { quick_collection: true }, true);
  expect(await inCollection("quick_collection")).toBe("abcd");
});

test("a photo changed through the single-photo call is also put back in its place", async () => {
  const { server, ids, undoAlbum, inAlbum } = await albumOf("abcd");
  const [b = 0 as PhotoId] = ids("b");
  await server.admin.call(updatePhoto, { params: { id: b }, body: { album_id: null } });
  await undoAlbum("b");

  expect(await inAlbum()).toBe("abcd");
});
