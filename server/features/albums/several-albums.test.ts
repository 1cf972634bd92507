import { expect, test } from "vitest";
import * as contract from "../../../contract/albums.ts";
import {
  type BulkAction,
  bulkPhotos,
  getPhoto,
  getSummary,
  listPhotos,
  type PhotoChange,
  type PhotoId,
  updatePhoto,
} from "../../../contract/photos.ts";
import { restorePhoto, trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";

/** Photos a, b, c … at home in the first album, and two more albums, one of another category. */
async function threeAlbums(letters = "abcd") {
  const server = await shareTestServer();
  const home = await server.seed.album({ title: "Home", category: "travel" });
  const guest = await server.seed.album({ title: "Guest", category: "travel" });
  const other = await server.seed.album({ title: "Other", category: "urban" });
  const byName = new Map<string, PhotoId>();
  for (const title of letters) byName.set(title, (await server.seed.photo({ album: home, title })).id);
  const idsOf = (names: string) => [...names].map((name) => byName.get(name) ?? (0 as PhotoId));
  return { server, home, guest, other, idsOf, ...callsOf(server, idsOf) };
}

type Named = { slug: string };

function callsOf({ admin, visitor }: TestServer, idsOf: (names: string) => PhotoId[]) {
  const id = (name: string) => idsOf(name)[0] ?? (0 as PhotoId);
  return {
    add: (album: Named, names: string) =>
      admin.call(contract.addAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids: idsOf(names) } }),
    remove: (album: Named, name: string) =>
      admin.call(contract.removeAlbumPhoto, { params: { slug: album.slug, photoId: id(name) } }),
    reorder: (album: Named, names: string) =>
      admin.call(contract.reorderAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids: idsOf(names) } }),
    change: (names: string, change: PhotoChange, put_back?: boolean) =>
      admin.call(bulkPhotos, { body: { ids: idsOf(names), action: "update", change, put_back } }),
    bulk: (names: string, action: Record<string, unknown>) =>
      admin.call(bulkPhotos, { body: { ids: idsOf(names), ...action } as BulkAction }),
    photo: async (name: string) => (await admin.call(getPhoto, { params: { id: id(name) } })).photo,
    inAlbum: async (album: Named) =>
      titles((await admin.call(contract.listAlbumPhotos, { params: { slug: album.slug } })).photos),
    shown: async (album: Named) => {
      const { data } = await visitor.call(contract.getAlbum, { params: { slug: album.slug } });
      return { photos: titles(data.photos), count: data.album.photo_count };
    },
  };
}

const titles = (photos: { title: string }[]) => photos.map(({ title }) => title).join("");

test("a photo added to another album is shown in both, each with its own order, and stays at home", async () => {
  const { home, guest, other, add, reorder, inAlbum, shown, photo } = await threeAlbums();

  await add(other, "c");
  const { photos } = await add(guest, "ca");
  await reorder(guest, "ac");

  expect(titles(photos)).toBe("ca");
  expect(await inAlbum(home)).toBe("abcd");
  expect(await inAlbum(guest)).toBe("ac");
  expect(await photo("c")).toMatchObject({
    album_id: home.id,
    album_ids: [home.id, other.id, guest.id],
    category: "TRAVEL",
  });
  expect(await shown(home)).toEqual({ photos: "abcd", count: 4 });
  expect(await shown(guest)).toEqual({ photos: "ac", count: 2 });
  expect(await shown(other)).toEqual({ photos: "c", count: 1 });
});

test("adding a photo again changes nothing, and the album of an unassigned photo is its home", async () => {
  const { server, guest, other, add, inAlbum } = await threeAlbums();
  await add(guest, "ab");
  await add(guest, "bad");
  expect(await inAlbum(guest)).toBe("abd");

  const { id } = await server.seed.photo({ category: "TRAVEL" });
  await server.admin.call(contract.addAlbumPhotos, { params: { slug: other.slug }, body: { photo_ids: [id] } });
  expect((await server.admin.call(getPhoto, { params: { id } })).photo).toMatchObject({
    album_id: other.id,
    album_ids: [other.id],
    category: "URBAN",
  });
});

test("unknown photos and photos in the trash cannot be added, and then nothing is", async () => {
  const { server, guest, idsOf, inAlbum } = await threeAlbums();
  const [a = 0, b = 0] = idsOf("ab");
  await server.admin.call(trashPhoto, { params: { id: b } });
  const refused = (photo_ids: number[], slug = guest.slug) =>
    server.admin.refused(contract.addAlbumPhotos, { params: { slug }, body: { photo_ids } });

  expect((await refused([a, 999_999])).status).toBe(422);
  expect((await refused([])).status).toBe(422);
  expect((await refused([a, b])).status).toBe(409);
  expect((await refused([a], "nowhere")).status).toBe(404);
  expect(await inAlbum(guest)).toBe("");
});

test("a photo that leaves its home is at home in the next of its albums, and takes on its category", async () => {
  const { home, guest, other, add, remove, inAlbum, photo } = await threeAlbums();
  await add(other, "b");
  await add(guest, "b");

  await remove(home, "b");
  expect(await photo("b")).toMatchObject({ album_id: other.id, album_ids: [other.id, guest.id], category: "URBAN" });
  expect(await inAlbum(home)).toBe("acd");
  await remove(guest, "b");
  expect(await photo("b")).toMatchObject({ album_id: other.id, album_ids: [other.id] });
  await remove(other, "b");
  expect(await photo("b")).toMatchObject({ album_id: null, album_ids: [], category: "URBAN" });
});

test("trash clears all albums, and restore returns a photo to its exact place in each of them", async () => {
  const { server, home, guest, other, add, reorder, inAlbum, photo, idsOf } = await threeAlbums("abcdef");
  await add(guest, "fedcba");
  await add(other, "cab");
  const [c = 0] = idsOf("c");

  const { photo: trashed } = await server.admin.call(trashPhoto, { params: { id: c } });
  expect(trashed).toMatchObject({
    album_id: null,
    album_ids: [],
    trashed_from: [home.id, guest.id, other.id],
  });
  expect([await inAlbum(home), await inAlbum(guest), await inAlbum(other)]).toEqual(["abdef", "fedba", "ab"]);
  await reorder(guest, "bafed");
  const { photo: restored } = await server.admin.call(restorePhoto, { params: { id: c } });

  expect(restored).toMatchObject({ album_id: home.id, album_ids: [home.id, guest.id, other.id], trashed_from: [] });
  expect([await inAlbum(home), await inAlbum(other)]).toEqual(["abcdef", "cab"]);
  expect(await inAlbum(guest)).toBe("bafedc");
  expect((await photo("c")).category).toBe("TRAVEL");
});

test("a restored photo is at home in the first of its albums that still exists", async () => {
  const { server, home, guest, other, add, bulk, photo, inAlbum } = await threeAlbums();
  await add(other, "ab");
  await add(guest, "ab");
  await bulk("ab", { action: "trash" });
  await server.admin.call(contract.deleteAlbum, { params: { slug: home.slug } });
  await bulk("ab", { action: "restore" });

  expect(await photo("a")).toMatchObject({ album_id: other.id, album_ids: [other.id, guest.id], category: "URBAN" });
  expect([await inAlbum(other), await inAlbum(guest)]).toEqual(["ab", "ab"]);
});

test("the photos of a deleted album stay in their other albums, at home in the next", async () => {
  const { server, home, guest, other, add, photo, inAlbum } = await threeAlbums();
  await add(other, "ab");
  await add(guest, "a");

  await server.admin.call(contract.deleteAlbum, { params: { slug: home.slug } });

  expect(await photo("a")).toMatchObject({ album_id: other.id, album_ids: [other.id, guest.id], category: "URBAN" });
  expect(await photo("b")).toMatchObject({ album_id: other.id, album_ids: [other.id] });
  expect(await photo("c")).toMatchObject({ album_id: null, album_ids: [], category: "TRAVEL" });
  expect(await inAlbum(other)).toBe("ab");
});

test("a new home leaves the other albums alone; no album and a new category clear them all", async () => {
  const { home, guest, other, add, change, photo, inAlbum } = await threeAlbums();
  await add(other, "abc");

  await change("a", { album_id: guest.id });
  expect((await photo("a")).album_ids).toEqual([guest.id, other.id]);
  // It was a guest there.
  await change("b", { album_id: other.id });
  expect(await photo("b")).toMatchObject({ album_ids: [other.id], category: "URBAN" });
  await change("c", { category: "PORTRAITS" });
  await change("d", { album_id: null });

  expect(await photo("c")).toMatchObject({ album_id: null, album_ids: [], category: "PORTRAITS" });
  expect((await photo("d")).album_ids).toEqual([]);
  expect([await inAlbum(home), await inAlbum(other), await inAlbum(guest)]).toEqual(["", "ab", "a"]);
});

test("every undo is exact: albums, home and places", async () => {
  const { home, guest, other, add, change, remove, bulk, photo, inAlbum } = await threeAlbums("abcdef");
  await add(guest, "fcab");
  await add(other, "cb");
  const all = [home.id, guest.id, other.id];
  const expectUnchanged = async () => {
    expect((await photo("c")).album_ids).toEqual(all);
    expect((await photo("c")).category).toBe("TRAVEL");
    expect([await inAlbum(home), await inAlbum(guest), await inAlbum(other)]).toEqual(["abcdef", "fcab", "cb"]);
  };
  const undo = () => change("c", { album_ids: all }, true);

  await remove(home, "c");
  await undo();
  await expectUnchanged();
  await remove(guest, "c");
  await undo();
  await expectUnchanged();
  await change("c", { album_id: other.id });
  await undo();
  await expectUnchanged();
  await bulk("c", { action: "add_to_album", album_id: other.id, from_album_id: home.id });
  expect((await photo("c")).album_ids).toEqual([other.id, guest.id]);
  await undo();
  await expectUnchanged();
  await change("c", { category: "URBAN" });
  await change("c", { category: "TRAVEL" });
  await undo();
  await expectUnchanged();
  await bulk("bc", { action: "remove_from_album", album_id: guest.id });
  await change("bc", { album_ids: all }, true);
  expect(await inAlbum(guest)).toBe("fcab");
});

test("a list of albums must name existing ones, each once, the home in the photo's category", async () => {
  const { server, home, guest, other, idsOf, photo } = await threeAlbums();
  const [a = 0 as PhotoId] = idsOf("a");
  const put = (album_ids: number[]) => server.admin.refused(updatePhoto, { params: { id: a }, body: { album_ids } });

  for (const list of [[home.id, home.id], [999_999], [other.id, home.id]]) {
    const { status, body } = await put(list);
    expect([list, status]).toEqual([list, 422]);
    expect(Object.keys(body.errors ?? {})[0]).toMatch(/^album_id/);
  }
  await server.admin.call(updatePhoto, { params: { id: a }, body: { album_ids: [guest.id, other.id] } });
  expect(await photo("a")).toMatchObject({ album_id: guest.id, album_ids: [guest.id, other.id] });
});

test("a private photo is a guest nowhere for visitors, and a guest may be the cover", async () => {
  const { server, guest, add, idsOf, shown } = await threeAlbums();
  await add(guest, "abc");
  const [a = 0 as PhotoId, b = 0 as PhotoId] = idsOf("ab");
  await server.admin.call(contract.updateAlbum, { params: { slug: guest.slug }, body: { cover_photo_id: b } });
  const cover = async () =>
    (await server.visitor.call(contract.getAlbum, { params: { slug: guest.slug } })).data.album.cover_image;
  const { photo: chosen } = await server.admin.call(getPhoto, { params: { id: b } });
  expect(await cover()).toBe(chosen.image_urls.medium);

  await server.admin.call(updatePhoto, { params: { id: a }, body: { visibility: 1 } });
  expect(await shown(guest)).toEqual({ photos: "bc", count: 2 });
  const params = { slug: guest.slug, photoId: a };
  expect((await server.visitor.refused(contract.getAlbumPhoto, { params })).status).toBe(404);
  await server.admin.call(updatePhoto, { params: { id: a }, body: { visibility: 0 } });
  expect((await server.visitor.call(contract.getAlbumPhoto, { params })).data.id).toBe(a);
});

test("the home decides: guests from a draft are shown nowhere, and a draft hides no guest", async () => {
  const { server, home, guest, other, add, idsOf, shown } = await threeAlbums();
  await add(guest, "abc");
  await add(other, "ab");
  const setStatus = (album: Named, status: "public" | "draft") =>
    server.admin.call(contract.updateAlbum, { params: { slug: album.slug }, body: { status } });

  await setStatus(guest, "draft");
  expect(await shown(home)).toEqual({ photos: "abcd", count: 4 });
  expect((await server.visitor.refused(contract.getAlbum, { params: { slug: guest.slug } })).status).toBe(404);
  // On the site at home, and yet nobody learns what the draft has.
  const [photoId = 0 as PhotoId] = idsOf("a");
  const photoOf = ({ slug }: Named) => ({ params: { slug, photoId } });
  expect((await server.visitor.call(contract.getAlbumPhoto, photoOf(home))).data.id).toBe(photoId);
  expect((await server.visitor.refused(contract.getAlbumPhoto, photoOf(guest))).status).toBe(404);
  await setStatus(guest, "public");
  await setStatus(home, "draft");
  const unassigned = await server.seed.photo({ album: other, title: "x" });
  expect(await shown(guest)).toEqual({ photos: "", count: 0 });
  expect(await shown(other)).toEqual({ photos: "x", count: 1 });
  const { data } = await server.visitor.call(contract.getAlbum, { params: { slug: other.slug } });
  expect(data.album.cover_image).toContain(unassigned.internal_id);
  const map = await (await server.visitor.fetch("/sitemap.xml")).text();
  expect(map).toContain(other.url);
  expect(map).not.toContain(guest.url);
});

test("lists, counts, feed and sitemap count a photo once, with the URL of its home", async () => {
  const { server, home, guest, other, add } = await threeAlbums("ab");
  await add(guest, "ba");
  await add(other, "a");

  expect(await server.admin.call(getSummary)).toMatchObject({ photos: 2, unassigned: 0 });
  expect((await server.admin.call(listPhotos)).total).toBe(2);
  const listed = await server.admin.call(listPhotos, { query: { album: guest.slug, sort: "curated", limit: 1 } });
  expect([titles(listed.photos), listed.total]).toEqual(["b", 2]);
  const rest = await server.admin.call(listPhotos, {
    query: { album: guest.slug, sort: "curated", limit: 1, cursor: listed.next_cursor ?? "" },
  });
  expect([titles(rest.photos), rest.next_cursor]).toEqual(["a", null]);
  for (const path of ["/feed.xml", "/sitemap.xml"]) {
    const text = await (await server.visitor.fetch(path)).text();
    const pages = [...text.matchAll(/(?:<loc>|<link [^>]*href=")[^<"]*(\/photo\/\d+)[<"]/g)];
    expect([path, pages.length]).toEqual([path, 2]);
    expect(text).toContain(`${home.url}/photo/`);
    expect(text).not.toContain(`${guest.url}/photo/`);
  }
});

test("the page of a guest names the page in its home album as the canonical one", async () => {
  const { server, home, guest, add, idsOf } = await threeAlbums();
  await add(guest, "ab");
  const [b] = idsOf("b");
  const canonical = async (path: string) => {
    const page = await server.visitor.fetch(path);
    expect(page.status).toBe(200);
    return /<link rel="canonical" href="https?:\/\/[^/]*([^"]*)">/.exec(await page.text())?.[1];
  };

  expect(await canonical(`${guest.url}/photo/${b}`)).toBe(`${home.url}/photo/${b}`);
  expect(await canonical(`${home.url}/photo/${b}`)).toBe(`${home.url}/photo/${b}`);
  expect(await canonical(guest.url)).toBe(guest.url);
});

test("an order that names a guest which has since left is a conflict", async () => {
  const { server, guest, add, remove, idsOf } = await threeAlbums();
  await add(guest, "abc");
  await remove(guest, "b");

  const body = { photo_ids: idsOf("cba") };
  const response = await server.admin.refused(contract.reorderAlbumPhotos, { params: { slug: guest.slug }, body });

  expect(response.status).toBe(409);
});
