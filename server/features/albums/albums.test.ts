import { expect, test } from "vitest";
import * as contract from "../../../contract/albums.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";

test("a new album gets a URL made from its title", async () => {
  const { admin } = await shareTestServer();

  const { album, message } = await admin.call(contract.createAlbum, {
    body: { title: "  São Paulo ", category: "travel", description: "Winter" },
  });

  expect(message).toBe("Album created");
  expect(album).toEqual({
    id: expect.any(Number),
    slug: "sao-paulo",
    title: "São Paulo",
    description: "Winter",
    category: "travel",
    url: "/travel/sao-paulo",
    cover_image: null,
    cover_photo_id: null,
    featured_position: null,
    status: "public",
    photo_count: 0,
    featured: false,
    layout: "strip",
    publish_on: null,
  });
});

test("a URL has the letters and digits of the title, and is never a reserved or a taken one", async () => {
  const { seed } = await shareTestServer();
  for (const [title, slug] of [
    ["São Paulo", "sao-paulo"],
    ["Straße & Łódź", "strasse-lodz"],
    ["Mum's garden", "mums-garden"],
    ["東京", "東京"],
    ["東京!", "東京-2"],
    ["★", "album"],
    ["--- !!! ---", "album-2"],
    ["reorder", "reorder-2"],
    ["x".repeat(200), "x".repeat(80)],
  ] as const) {
    expect((await seed.album({ title })).slug, title).toBe(slug);
  }
});

test("albums with the same title created at the same time get different URLs", async () => {
  const { admin } = await shareTestServer();
  const body = { title: "São Paulo", category: "travel" as const };

  const made = await Promise.all(Array.from({ length: 8 }, () => admin.call(contract.createAlbum, { body })));

  expect(made.map(({ album }) => album.slug).sort()).toEqual(
    ["sao-paulo", ...[2, 3, 4, 5, 6, 7, 8].map((number) => `sao-paulo-${number}`)].sort(),
  );
});

test("an album without a title or with an unknown category is refused and not created", async () => {
  const { admin } = await shareTestServer();

  const untitled = await admin.refused(contract.createAlbum, { body: { title: "  ", category: "urban" } });
  const elsewhere = await admin.refused(contract.createAlbum, {
    body: { title: "Sea", category: "seaside" as "urban" },
  });

  expect([untitled.status, elsewhere.status]).toEqual([422, 422]);
  expect(untitled.body.errors).toHaveProperty("title");
  expect(elsewhere.body.errors).toHaveProperty("category");
  expect((await admin.call(contract.listAlbums)).albums).toEqual([]);
});

test("albums cannot be read or created without signing in", async () => {
  const { visitor } = await shareTestServer();

  expect((await visitor.refused(contract.listAlbums)).status).toBe(401);
  expect((await visitor.refused(contract.createAlbum, { body: { title: "A", category: "urban" } })).status).toBe(401);
});

test("every call for an unknown album gets a 404", async () => {
  const { admin } = await shareTestServer();
  const params = { slug: "nowhere" };

  const refusals = await Promise.all([
    admin.refused(contract.getAdminAlbum, { params }),
    admin.refused(contract.updateAlbum, { params, body: { title: "A" } }),
    admin.refused(contract.deleteAlbum, { params }),
    admin.refused(contract.listAlbumPhotos, { params }),
    admin.refused(contract.reorderAlbumPhotos, { params, body: { photo_ids: [] } }),
    admin.refused(contract.removeAlbumPhoto, { params: { ...params, photoId: 1 } }),
  ]);

  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(refusals[0]?.body.message).toBe("Album not found");
});

test("a new title keeps the URL", async () => {
  const { admin, seed } = await shareTestServer();
  const { slug } = await seed.album({ title: "Old" });

  const { album } = await admin.call(contract.updateAlbum, { params: { slug }, body: { title: "New" } });

  expect(album).toMatchObject({ slug: "old", title: "New" });
});

test("a new category moves the album to its end, with its photos", async () => {
  const { admin, seed } = await shareTestServer();
  const [first, second] = [await seed.album({ title: "First" }), await seed.album({ title: "Second" })];
  await seed.album({ title: "Journey", category: "travel" });
  await seed.photo({ album: first });

  await admin.call(contract.updateAlbum, { params: { slug: first.slug }, body: { category: "travel" } });

  const { albums } = await admin.call(contract.listAlbums);
  expect(albums.map(({ slug, category }) => [category, slug])).toEqual([
    ["urban", second.slug],
    ["travel", "journey"],
    ["travel", "first"],
  ]);
  const { photos } = await admin.call(contract.listAlbumPhotos, { params: { slug: first.slug } });
  expect(photos.map(({ category }) => category)).toEqual(["TRAVEL"]);
});

test("the cover is the chosen photo, or the first one if none is chosen or the chosen one has left", async () => {
  const { admin, seed } = await shareTestServer();
  const album = await seed.album();
  const params = { slug: album.slug };
  const first = await seed.photo({ album });
  const second = await seed.photo({ album });
  const coverImage = async () => (await admin.call(contract.getAdminAlbum, { params })).album.cover_image;

  expect(await coverImage()).toContain(first.internal_id);
  await admin.call(contract.updateAlbum, { params, body: { cover_photo_id: second.id } });
  expect(await coverImage()).toContain(second.internal_id);
  await admin.call(contract.removeAlbumPhoto, { params: { ...params, photoId: second.id } });
  expect(await coverImage()).toContain(first.internal_id);
});

test("a photo of another album cannot be the cover", async () => {
  const { admin, seed } = await shareTestServer();
  const album = await seed.album();
  const outsider = await seed.photo({ album: await seed.album() });

  const response = await admin.refused(contract.updateAlbum, {
    params: { slug: album.slug },
    body: { cover_photo_id: outsider.id, title: "Changed" },
  });

  expect(response.status).toBe(422);
  expect((await admin.call(contract.getAdminAlbum, { params: { slug: album.slug } })).album).toEqual(album);
});

test("deleting an album keeps its photos, in no album", async () => {
  const { admin, seed } = await shareTestServer();
  const [gone, stays] = [await seed.album({ title: "Gone" }), await seed.album({ title: "Stays" })];
  const photo = await seed.photo({ album: gone });

  await admin.call(contract.deleteAlbum, { params: { slug: gone.slug } });

  expect((await admin.call(contract.listAlbums)).albums.map(({ slug }) => slug)).toEqual([stays.slug]);
  const updated = await admin.call(updatePhoto, { params: { id: photo.id }, body: { caption: "Still here" } });
  expect(updated.photo).toMatchObject({ album_id: null, caption: "Still here" });
});

test("the albums of a category can be reordered", async () => {
  const { admin, seed } = await shareTestServer();
  const [a, b, c] = [await seed.album(), await seed.album(), await seed.album()];

  const { albums } = await admin.call(contract.reorderAlbums, {
    body: { category: "urban", album_ids: [c.id, a.id, b.id] },
  });

  expect(albums.map(({ id }) => id)).toEqual([c.id, a.id, b.id]);
});

test("an order that does not name each album of the category exactly once is refused and changes nothing", async () => {
  const { admin, seed } = await shareTestServer();
  const [a, b] = [await seed.album(), await seed.album()];
  const other = await seed.album({ category: "travel" });

  for (const album_ids of [[b.id], [b.id, b.id], [b.id, a.id, other.id], []]) {
    const response = await admin.refused(contract.reorderAlbums, { body: { category: "urban", album_ids } });
    expect(response.status).toBe(422);
  }

  const { albums } = await admin.call(contract.listAlbums);
  expect(albums.map(({ id }) => id)).toEqual([a.id, b.id, other.id]);
});

test("featured albums come first in their category", async () => {
  const { admin, seed } = await shareTestServer();
  const [a, b] = [await seed.album({ title: "A" }), await seed.album({ title: "B" })];

  const { album } = await admin.call(contract.updateAlbum, { params: { slug: b.slug }, body: { featured: true } });

  expect(album.featured).toBe(true);
  expect((await admin.call(contract.listAlbums)).albums.map(({ id }) => id)).toEqual([b.id, a.id]);
});
