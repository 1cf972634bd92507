import { expect, test } from "vitest";
import * as contract from "../../../contract/albums.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";
import { PAGE_VIEW } from "../photos/photos.present.ts";
import { eachPublicAlbum, eachPublicPhoto, listSelectedAlbums, recentPublicPhotos } from "./public-albums.service.ts";

test("a visitor sees an album with its public photos, in order", async () => {
  const { visitor, admin, seed } = await shareTestServer();
  const album = await seed.album({ title: "Lisbon", category: "travel" });
  const first = await seed.photo({ album, title: "First" });
  await seed.photo({ album, visibility: 1 });
  const third = await seed.photo({ album });
  await admin.call(contract.updateAlbum, { params: { slug: album.slug }, body: { cover_photo_id: third.id } });

  const { data } = await visitor.call(contract.getAlbum, { params: { slug: "lisbon" } });

  expect(data.album).toEqual({
    id: album.id,
    slug: "lisbon",
    title: "Lisbon",
    description: "",
    category: "travel",
    url: "/travel/lisbon",
    cover_image: `/images/${third.internal_id}/medium-1.jpg`,
    photo_count: 2,
    featured: false,
    layout: "strip",
  });
  expect(data.photos.map(({ id }) => id)).toEqual([first.id, third.id]);
  expect(data.photos[0]).toMatchObject({
    title: "First",
    category: "TRAVEL",
    is_visible: true,
    image_urls: { thumb: `/images/${first.internal_id}/thumb-1.jpg` },
  });
  expect(data.photos[0]).not.toHaveProperty("favorite");
});

test("an unknown album gets a 404", async () => {
  const { visitor } = await shareTestServer();

  const response = await visitor.refused(contract.getAlbum, { params: { slug: "nowhere" } });

  expect(response.status).toBe(404);
  expect(response.body).toEqual({ success: false, code: "ALBUM_NOT_FOUND", message: "Album not found" });
});

test("a photo is found only in its own album, and only while it is public", async () => {
  const { visitor, seed } = await shareTestServer();
  const album = await seed.album();
  const other = await seed.album();
  const shown = await seed.photo({ album });
  const hidden = await seed.photo({ album, visibility: 1 });
  const get = (slug: string, photoId: number) => ({ params: { slug, photoId } });

  const { data } = await visitor.call(contract.getAlbumPhoto, get(album.slug, shown.id));
  expect(data.id).toBe(shown.id);

  for (const wrong of [
    get(other.slug, shown.id),
    get(album.slug, hidden.id),
    get(album.slug, 999_999),
    get("nowhere", shown.id),
    get(album.slug, "abc" as unknown as number),
  ]) {
    const response = await visitor.refused(contract.getAlbumPhoto, wrong);
    expect(response.status).toBe(404);
    expect(response.body.message).toBe("Photo not found");
  }
});

test("a photo made private disappears from the album immediately, even from a cached response", async () => {
  const { visitor, admin, seed } = await shareTestServer();
  const album = await seed.album();
  const photo = await seed.photo({ album });
  const read = () => visitor.fetch(`/api/v1/albums/${album.slug}`);
  const before = await read();

  await admin.call(updatePhoto, { params: { id: photo.id }, body: { visibility: 1 } });

  const after = await read();
  expect(await before.json()).toMatchObject({ data: { photos: [{ id: photo.id }] } });
  expect(await after.json()).toMatchObject({ data: { album: { photo_count: 0, cover_image: null }, photos: [] } });
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
});

test("an unchanged response is not sent again", async () => {
  const { visitor, admin, seed } = await shareTestServer();
  const album = await seed.album();
  const path = `/api/v1/albums/${album.slug}`;
  const etag = (await visitor.fetch(path)).headers.get("etag") ?? "";

  const same = await visitor.fetch(path, { headers: { "if-none-match": etag } });
  expect(same.status).toBe(304);
  expect(await same.text()).toBe("");

  await admin.call(contract.updateAlbum, { params: { slug: album.slug }, body: { title: "Other" } });
  const changed = await visitor.fetch(path, { headers: { "if-none-match": etag } });
  expect(changed.status).toBe(200);
});

test("a large response is compressed for clients that accept it, with the same content", async () => {
  const { visitor, seed } = await shareTestServer();
  const album = await seed.album();
  for (let index = 0; index < 5; index++) await seed.photo({ album });
  const path = `/api/v1/albums/${album.slug}`;

  const compressed = await visitor.fetch(path, { headers: { "accept-encoding": "gzip, br" } });
  const plain = await visitor.fetch(path, { headers: { "accept-encoding": "identity" } });

  expect(compressed.headers.get("content-encoding")).toBe("br");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await compressed.json()).toEqual(await plain.json());
});

test("a query string changes nothing", async () => {
  const { visitor, seed } = await shareTestServer();
  const album = await seed.album();

  const response = await visitor.fetch(`/api/v1/albums/${album.slug}?anything=1`);

  expect(await response.json()).toMatchObject({ data: { album: { id: album.id } } });
});

test("the selection, the feed and the sitemap show only what visitors may see", async () => {
  const { deps, admin, seed } = await shareTestServer();
  const album = await seed.album({ title: "Shown" });
  await seed.album({ title: "Empty" });
  const [a, b] = [await seed.photo({ album }), await seed.photo({ album })];
  await seed.photo({ album, visibility: 1 });
  await seed.photo();
  await admin.call(contract.updateAlbum, { params: { slug: album.slug }, body: { featured: true } });

  const selected = await listSelectedAlbums(deps, { view: PAGE_VIEW, includesEmpty: true });
  const recent = await recentPublicPhotos(deps, 10);
  const all = await collect(eachPublicPhoto(deps));
  const albums = await collect(eachPublicAlbum(deps));

  expect(selected.map(({ slug, photo_count, cover }) => [slug, photo_count, cover?.id])).toEqual([["shown", 2, a.id]]);
  expect(recent.map(({ photo, album }) => [photo.id, album.url])).toEqual([
    [b.id, "/urban/shown"],
    [a.id, "/urban/shown"],
  ]);
  expect(all.map(({ photo }) => photo.id)).toEqual([a.id, b.id]);
  expect(albums.map(({ url }) => url)).toEqual(["/urban/shown"]);
});

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}
