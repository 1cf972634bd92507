import { expect, test } from "vitest";
import { updateAlbum } from "../../../contract/albums.ts";
import * as contract from "../../../contract/curation.ts";
import { bulkPhotos, changeOf, getPhoto, getSummary, listPhotos, type PhotoId } from "../../../contract/photos.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { unzip } from "../../../rig/server/unzip.ts";
import { upload } from "../../../rig/upload.ts";

const collections = [
  { name: "favorite", reorder: contract.reorderFavorites },
  { name: "featured", reorder: contract.reorderFeatured },
  { name: "quick_collection", reorder: contract.reorderQuickCollection },
] as const;

type Name = (typeof collections)[number]["name"];

async function collectThree({ admin, seed }: TestServer, name: Name) {
  const ids: PhotoId[] = [];
  for (let index = 0; index < 3; index++) ids.push((await seed.photo()).id);
  await admin.call(bulkPhotos, { body: { ids, action: "update", change: changeOf(name, true) } });
  const [a, b, c] = ids;
  if (!a || !b || !c) throw new Error("expected three photos");
  return { a, b, c };
}

const orderOf = async ({ admin }: TestServer, name: Name) =>
  (await admin.call(listPhotos, { query: { [name]: "1", sort: "curated" } })).photos.map(({ id }) => id);

test.each(collections)("the $name photos have their own order", async ({ name, reorder }) => {
  const server = await shareTestServer();
  const { a, b, c } = await collectThree(server, name);
  expect(await orderOf(server, name)).toEqual([a, b, c]);

  await server.admin.call(reorder, { body: { photo_ids: [c, a, b] } });
  expect(await orderOf(server, name)).toEqual([c, a, b]);

  await server.admin.call(bulkPhotos, { body: { ids: [a], action: "update", change: changeOf(name, false) } });
  await server.admin.call(bulkPhotos, { body: { ids: [a], action: "update", change: changeOf(name, true) } });
  expect(await orderOf(server, name)).toEqual([c, b, a]);
});

test("an order that does not name the whole collection is refused and changes nothing", async () => {
  const server = await shareTestServer();
  const { a, b, c } = await collectThree(server, "favorite");
  const other = await server.seed.photo();

  for (const photo_ids of [[], [c, b], [c, b, b], [c, b, a, other.id]]) {
    const response = await server.admin.refused(contract.reorderFavorites, { body: { photo_ids } });
    expect(response.status).toBe(422);
  }

  expect(await orderOf(server, "favorite")).toEqual([a, b, c]);
});

test("featured albums have one order across all categories", async () => {
  const { admin, seed } = await shareTestServer();
  const albums = [await seed.album(), await seed.album({ category: "travel" }), await seed.album()];
  const [a, b] = albums.map(({ id }) => id);
  for (const { slug } of albums.slice(0, 2)) {
    await admin.call(updateAlbum, { params: { slug }, body: { featured: true } });
  }
  if (!a || !b) throw new Error("expected two albums");

  const reordered = await admin.call(contract.reorderFeaturedAlbums, { body: { album_ids: [b, a] } });

  expect(reordered.albums.map(({ id, featured_position }) => [id, featured_position])).toEqual([
    [b, 0],
    [a, 1],
  ]);
  expect((await admin.refused(contract.reorderFeaturedAlbums, { body: { album_ids: [a] } })).status).toBe(422);
});

test("clearing the quick collection returns what was in it and changes no photo", async () => {
  const server = await shareTestServer();
  const { a, b, c } = await collectThree(server, "quick_collection");
  await server.admin.call(bulkPhotos, { body: { ids: [a], action: "update", change: { favorite: true } } });

  const { removed } = await server.admin.call(contract.clearQuickCollection);

  expect(removed).toEqual([a, b, c]);
  expect(await server.admin.call(getSummary)).toMatchObject({ photos: 3, quick_collection: 0, favorites: 1 });
  expect((await server.admin.call(getPhoto, { params: { id: a } })).photo).toMatchObject({ deleted: false });
});

test("the quick collection is downloaded as one ZIP of the uploaded files, by a link without a token", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const pictures = [
    await makePicture(),
    await makePicture({ colour: "#204060" }),
    await makePicture({ format: "png" }),
  ];
  const names = ["harbour.jpg", "Harbour.jpg", "Zürich – Nacht.png"];
  const { body } = await upload(
    admin,
    await seed.album(),
    pictures.map((bytes, index) => ({ name: names[index] ?? "", bytes })),
  );
  const lost = await seed.photo({ filename: "lost.jpg" });
  const ids = [...body.photos.map(({ id }) => id), lost.id];
  await admin.call(bulkPhotos, { body: { ids, action: "update", change: { quick_collection: true } } });

  const { url } = await admin.call(contract.downloadQuickCollection);
  const response = await visitor.fetch(url);

  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="quick-collection.zip"');
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  expect([...files.keys()]).toEqual(["harbour.jpg", "Harbour-2.jpg", "Zürich – Nacht.png", "missing-files.txt"]);
  expect(files.get("Harbour-2.jpg")).toEqual(pictures[1]);
  expect(files.get("missing-files.txt")?.toString()).toContain("lost.jpg");
});

test("a forged or expired download link is refused", async () => {
  const { admin, visitor, clock } = await startTestServer();
  const { url } = await admin.call(contract.downloadQuickCollection);

  const [path] = url.split("?");
  expect((await visitor.fetch(path ?? "")).status).toBe(403);
  expect((await visitor.fetch(url.replace(/signature=../, "signature=xx"))).status).toBe(403);
  expect((await visitor.fetch(url)).status).toBe(200);
  clock.advanceMs(6 * 60 * 1000);
  expect((await visitor.fetch(url)).status).toBe(403);
});
