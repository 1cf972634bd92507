import { expect, test } from "vitest";
import { listAlbumPhotos } from "../../../contract/albums.ts";
import {
  type BulkAction,
  bulkPhotos,
  getPhoto,
  getSummary,
  listPhotos,
  type PhotoId,
} from "../../../contract/photos.ts";
import { shareTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";

/** Slightly more than fits into two statements. */
const MANY = 2_100;

async function seedThree({ seed }: TestServer) {
  const ids: PhotoId[] = [];
  for (let index = 0; index < 3; index++) ids.push((await seed.photo({ tags: '["old"]' })).id);
  return ids;
}

const bulk = ({ admin }: TestServer, body: BulkAction) => admin.call(bulkPhotos, { body });

test("one response lists what changed and what was refused", async () => {
  const server = await shareTestServer();
  const [a, b, c] = await seedThree(server);
  if (!a || !b || !c) throw new Error("expected three photos");
  await bulk(server, { ids: [c], action: "trash" });
  const unknown = 999_999 as PhotoId;

  const response = await bulk(server, { ids: [b, a, b, c, unknown], action: "update", change: { favorite: true } });

  expect(response).toMatchObject({
    changed: [b, a],
    unchanged: [
      { id: c, code: "CONFLICT", message: "This photo is in the trash. Restore it first." },
      { id: unknown, code: "PHOTO_NOT_FOUND", message: "Photo not found" },
    ],
    message: "2 of 4 photos changed",
  });
  const favorites = await server.admin.call(listPhotos, { query: { favorite: "1", sort: "curated" } });
  expect(favorites.photos.map(({ id }) => id)).toEqual([b, a]);
});

test("photos that are already as requested count as done", async () => {
  const server = await shareTestServer();
  const ids = await seedThree(server);
  await bulk(server, { ids: ids.slice(0, 1), action: "update", change: { favorite: true } });

  const response = await bulk(server, { ids, action: "update", change: { favorite: true } });

  expect(response).toMatchObject({ changed: ids, unchanged: [] });
  expect((await server.admin.call(getSummary)).favorites).toBe(3);
});

test("a selection from anywhere joins an album in the given order and takes on its category", async () => {
  const server = await shareTestServer();
  const [from, to] = [await server.seed.album(), await server.seed.album({ category: "travel" })];
  const a = (await server.seed.photo({ album: from })).id;
  const b = (await server.seed.photo({ category: "PORTRAITS" })).id;
  const there = (await server.seed.photo({ album: to })).id;

  await bulk(server, { ids: [b, there, a], action: "update", change: { album_id: to.id } });

  const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: to.slug } });
  expect(photos.map(({ id, category }) => [id, category])).toEqual([
    [there, "TRAVEL"],
    [b, "TRAVEL"],
    [a, "TRAVEL"],
  ]);
});

test("an unknown album is refused, and nothing changes", async () => {
  const server = await shareTestServer();
  const ids = await seedThree(server);

  const response = await server.admin.refused(bulkPhotos, {
    body: { ids, action: "update", change: { album_id: 999_999 } },
  });

  expect(response.status).toBe(422);
});

test("tags are added to each photo and removed from each", async () => {
  const server = await shareTestServer();
  const [a = 0 as PhotoId, ...rest] = await seedThree(server);
  const tagsOf = async (id: PhotoId) => (await server.admin.call(getPhoto, { params: { id } })).photo.tags;

  await bulk(server, { ids: [a], action: "add_tags", tags: ["sea", "old"] });
  expect(await tagsOf(a)).toEqual(["old", "sea"]);
  await bulk(server, { ids: [a, ...rest], action: "remove_tags", tags: ["old"] });
  expect(await Promise.all([a, ...rest].map(tagsOf))).toEqual([["sea"], [], []]);

  const many = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
  const full = await bulk(server, { ids: [a], action: "add_tags", tags: many });
  expect(full.unchanged).toMatchObject([{ id: a, message: "A photo can have at most 50 tags" }]);
  expect(await tagsOf(a)).toEqual(["sea"]);
});

test("photos are permanently deleted only from the trash", async () => {
  const server = await shareTestServer();
  const [a, b, c] = await seedThree(server);
  if (!a || !b || !c) throw new Error("expected three photos");
  await bulk(server, { ids: [a, b], action: "trash" });

  const response = await bulk(server, { ids: [a, b, c], action: "delete_permanently" });

  expect(response.changed).toEqual([a, b]);
  expect(response.unchanged.map(({ id }) => id)).toEqual([c]);
  expect((await server.admin.call(listPhotos)).photos.map(({ id }) => id)).toEqual([c]);
});

test("an invalid bulk action is refused", async () => {
  const { admin } = await shareTestServer();
  for (const body of [
    { ids: [], action: "trash" },
    { ids: [1], action: "explode" },
    { ids: [1], action: "update" },
    { ids: [1], action: "update", change: { title: "A", caption: "B" } },
    { ids: ["x"], action: "trash" },
  ]) {
    const { status } = await admin.refused(bulkPhotos, { body: body as unknown as BulkAction });
    expect(status, JSON.stringify(body)).toBe(422);
  }
});

test("more photos than fit into one statement change in one call", async () => {
  const server = await shareTestServer();
  const { seed } = server;
  const album = await seed.album();
  await seed.photos(MANY);
  const rows = await server.deps.db.selectFrom("photo").select("id").orderBy("id").execute();
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBe(MANY);

  expect((await bulk(server, { ids, action: "update", change: { album_id: album.id } })).changed.length).toBe(
    ids.length,
  );
  expect((await bulk(server, { ids, action: "add_tags", tags: ["all"] })).changed.length).toBe(ids.length);
  expect((await bulk(server, { ids, action: "trash" })).changed.length).toBe(ids.length);
  expect((await bulk(server, { ids, action: "restore" })).changed.length).toBe(ids.length);

  const places = await server.deps.db
    .selectFrom("photo")
    .innerJoin("album_photo", "album_photo.photo_id", "photo.id")
    .select(["id", "position", "tags"])
    .orderBy("position")
    .execute();
  expect(places.every((row, index) => row.position === index && row.id === ids[index])).toBe(true);
  expect(places.every((row) => row.tags === '["all"]')).toBe(true);
  const { total } = await server.admin.call(listPhotos, { query: { limit: 1, q: "all" } });
  expect(total).toBe(ids.length);
});
