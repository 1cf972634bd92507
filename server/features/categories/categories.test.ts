import { expect, test } from "vitest";
import { updateAlbum } from "../../../contract/albums.ts";
import * as contract from "../../../contract/categories.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

test("all three categories exist from the start, as a bare object in order", async () => {
  const { visitor } = await startTestServer();

  const answer = await visitor.fetch("/api/v1/categories");

  const empty = (name: string, url: string) => ({ name, count: 0, url, cover_image: null, cover: null });
  expect(await answer.json()).toEqual({
    urban: empty("Urban", "/urban"),
    portraits: empty("Portraits", "/portraits"),
    travel: empty("Travel", "/travel"),
  });
  expect(Object.keys(await visitor.call(contract.listCategories))).toEqual(["urban", "portraits", "travel"]);
});

test("a category's cover is its first featured public photo, else the cover of its first album", async () => {
  const { visitor, admin, seed } = await startTestServer();
  await seed.album({ title: "Empty" });
  const album = await seed.album({ title: "Full" });
  const first = await seed.photo({ album });
  const hidden = await seed.photo({ album, visibility: 1 });
  const chosen = await seed.photo({ album });
  const urban = async () => (await visitor.call(contract.listCategories)).urban;
  const feature = (id: number) => admin.call(updatePhoto, { params: { id }, body: { featured: true } });

  expect(await urban()).toMatchObject({ count: 2, cover: { id: first.id } });
  await feature(hidden.id);
  expect((await urban()).cover?.id).toBe(first.id);
  await feature(chosen.id);
  expect(await urban()).toMatchObject({
    cover: { id: chosen.id },
    cover_image: `/images/${chosen.internal_id}/medium-1.jpg`,
  });
});

test("a category lists featured albums first and counts public photos", async () => {
  const { visitor, admin, seed } = await startTestServer();
  const plain = await seed.album({ title: "Plain" });
  const featured = await seed.album({ title: "Featured" });
  await seed.album({ title: "Elsewhere", category: "travel" });
  await seed.photo({ album: plain });
  await seed.photo({ album: plain, visibility: 1 });
  await admin.call(updateAlbum, { params: { slug: featured.slug }, body: { featured: true } });

  const { data } = await visitor.call(contract.listCategoryAlbums, { params: { category: "urban" } });

  expect(data.map(({ slug, photo_count, featured }) => [slug, photo_count, featured])).toEqual([
    ["featured", 0, true],
    ["plain", 1, false],
  ]);
});

test("an unknown category gets a 404", async () => {
  const { visitor } = await startTestServer();

  const answer = await visitor.refused(contract.listCategoryAlbums, { params: { category: "seaside" as "urban" } });

  expect(answer.status).toBe(404);
  expect(answer.body.message).toBe("Category not found");
});
