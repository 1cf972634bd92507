import { expect, test } from "vitest";
import {
  addAlbumPhotos,
  createAlbum,
  deleteAlbum,
  getAdminAlbum,
  getAlbum,
  listAlbumPhotos,
  listAlbums,
  updateAlbum,
} from "../../../contract/albums.ts";
import { createCategory, updateCategory } from "../../../contract/categories.ts";
import { paths } from "../../../contract/paths.ts";
import { listPhotos } from "../../../contract/photos.ts";
import type { Client } from "../../../rig/client.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";

test("after a new URL, the old pages of an album and its photos lead to the new ones for good", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const album = await seed.album({ title: "Harbour", category: "urban" });
  const photo = await seed.photo({ album });

  const { album: first } = await admin.call(updateAlbum, { params: { slug: "harbour" }, body: { slug: "old-port" } });
  expect(first).toMatchObject({ slug: "old-port", url: "/urban/old-port", title: "Harbour" });
  await admin.call(updateAlbum, { params: { slug: "old-port" }, body: { slug: "port", category: "travel" } });

  for (const former of ["/urban/harbour", "/urban/old-port"]) {
    expect(await redirectOf(visitor, former)).toEqual([301, "/travel/port"]);
    expect(await redirectOf(visitor, `${former}?from=card`)).toEqual([301, "/travel/port?from=card"]);
    expect(await redirectOf(visitor, `${former}/photo/${photo.id}`)).toEqual([301, `/travel/port/photo/${photo.id}`]);
    expect(await redirectOf(visitor, paths.content(former))).toEqual([301, paths.content("/travel/port")]);
    expect(await redirectOf(visitor, `${former}/photo/x`)).toEqual([404, null]);
  }
  // URLs that it never had.
  expect(await redirectOf(visitor, "/urban/port")).toEqual([404, null]);
  expect(await redirectOf(visitor, "/travel/harbour")).toEqual([404, null]);
  // A window that was opened before still works.
  expect((await admin.call(listAlbumPhotos, { params: { slug: "harbour" } })).photos).toHaveLength(1);
  expect((await admin.call(getAdminAlbum, { params: { slug: "harbour" } })).album.slug).toBe("port");
});

test("a URL can be given back, and then redirects no longer", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  await seed.album({ title: "Harbour", category: "urban" });
  await admin.call(updateAlbum, { params: { slug: "harbour" }, body: { slug: "port" } });
  await admin.call(updateAlbum, { params: { slug: "port" }, body: { slug: "harbour" } });

  expect(await redirectOf(visitor, "/urban/harbour")).toEqual([200, null]);
  expect(await redirectOf(visitor, "/urban/port")).toEqual([301, "/urban/harbour"]);
  const response = await visitor.fetch("/urban/port", { redirect: "manual" });
  expect(response.headers.get("cache-control")).toContain("no-cache");
});

test("no other album takes a URL that an album has or had, until that album is deleted", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  await seed.album({ title: "Harbour", category: "urban" });
  const other = await seed.album({ title: "Other", category: "urban" });
  await admin.call(updateAlbum, { params: { slug: "harbour" }, body: { slug: "port" } });

  const same = await admin.call(createAlbum, { body: { title: "Harbour", category: "travel" } });
  expect(same.album.slug).toBe("harbour-2");
  for (const slug of ["harbour", "port", "reorder", "Port", "a--b", "-a", "a/b", "", "é", "x".repeat(81)]) {
    const { status, body } = await admin.refused(updateAlbum, { params: { slug: other.slug }, body: { slug } });
    expect([slug, status, Object.keys(body.errors ?? {})]).toEqual([slug, 422, ["slug"]]);
  }
  expect((await admin.call(listAlbums)).albums.map(({ slug }) => slug)).toEqual(["port", "other", "harbour-2"]);

  await admin.call(deleteAlbum, { params: { slug: "port" } });
  await admin.call(updateAlbum, { params: { slug: other.slug }, body: { slug: "harbour" } });
  expect(await redirectOf(visitor, "/urban/harbour")).toEqual([200, null]);
  expect(await redirectOf(visitor, "/urban/other")).toEqual([301, "/urban/harbour"]);
});

test("an album in another script has a readable URL, which pages, lists, redirects and former URLs share", async () => {
  const { admin, visitor, seed } = await startTestServer({ PUBLIC_URL: "https://mira.example" });
  const { category } = await admin.call(createCategory, { body: { name: "Київ" } });
  expect([category.key, category.url]).toEqual(["київ", "/%D0%BA%D0%B8%D1%97%D0%B2"]);
  const album = await seed.album({ title: "ガラスの街", category: category.key });
  const photo = await seed.photo({ album, tags: '["日本"]' });
  const page = `${category.url}/${encodeURIComponent("ガラスの街")}`;
  expect([album.slug, album.url]).toEqual(["ガラスの街", page]);
  const again = await seed.album({ title: "ガラスの街", category: "urban" });
  expect(again.slug).toBe("ガラスの街-2");

  for (const path of [category.url, page, `${page}/photo/${photo.id}`, paths.content(page), paths.tag("日本")]) {
    expect([path, ...(await redirectOf(visitor, path))]).toEqual([path, 200, null]);
  }
  const text = async (path: string) => (await visitor.fetch(path)).text();
  expect(await text(page)).toContain(`<link rel="canonical" href="https://mira.example${page}">`);
  expect(await text(category.url)).toContain(`href="${page}"`);
  for (const list of ["/sitemap.xml", "/feed.xml"]) expect(await text(list)).toContain(`https://mira.example${page}/`);
  // However it is spelled, by a browser or by a person.
  const decomposed = `${encodeURI("/київ".normalize("NFD"))}/${encodeURIComponent("ガラスの街".normalize("NFD"))}`;
  expect(await redirectOf(visitor, `${decomposed}?a=1`)).toEqual([301, `${page}?a=1`]);
  expect(await redirectOf(visitor, decomposed.slice(0, decomposed.lastIndexOf("/")))).toEqual([301, category.url]);
  expect(await redirectOf(visitor, page.toLowerCase())).toEqual([308, page]);
  expect((await visitor.call(getAlbum, { params: { slug: "ガラスの街".normalize("NFD") } })).data.photos).toHaveLength(
    1,
  );

  for (const slug of ["Київ", "日本 海", "日本-", "a\u200db", "é"]) {
    const { status } = await admin.refused(updateAlbum, { params: { slug: album.slug }, body: { slug } });
    expect([slug, status]).toEqual([slug, 422]);
  }
  const { album: moved } = await admin.call(updateAlbum, { params: { slug: album.slug }, body: { slug: "العربية" } });
  expect(await redirectOf(visitor, page)).toEqual([301, moved.url]);
  expect(moved.url).toBe(`${category.url}/${encodeURIComponent("العربية")}`);
  expect((await admin.call(getAdminAlbum, { params: { slug: "ガラスの街" } })).album.slug).toBe("العربية");
});

test("a category in another script keeps its photos, in lists and when their home is deleted", async () => {
  const { admin, seed } = await shareTestServer();
  await admin.call(createCategory, { body: { name: "Οδός" } });
  const home = await seed.album({ title: "Home", category: "travel" });
  const next = await seed.album({ title: "Next", category: "οδός" });
  const photo = await seed.photo({ album: home });
  await admin.call(addAlbumPhotos, { params: { slug: next.slug }, body: { photo_ids: [photo.id] } });

  await admin.call(deleteAlbum, { params: { slug: "home" } });

  const { photos } = await admin.call(listPhotos, { query: { category: "οδός" } });
  expect(photos.map(({ id, category }) => [id, category])).toEqual([[photo.id, "ΟΔΌΣ"]]);
  await admin.call(updateCategory, { params: { key: "οδός" }, body: { key: "日本" } });
  expect((await admin.call(listPhotos, { query: { category: "日本" } })).total).toBe(1);
});

test("a refused URL changes nothing else of the same request", async () => {
  const { admin, seed } = await shareTestServer();
  await seed.album({ title: "Taken" });
  await seed.album({ title: "Harbour" });

  await admin.refused(updateAlbum, { params: { slug: "harbour" }, body: { title: "New", slug: "taken" } });

  expect((await admin.call(getAdminAlbum, { params: { slug: "harbour" } })).album.title).toBe("Harbour");
});

test("the former URL of a draft leads nowhere until the album is public", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  await seed.album({ title: "Harbour", category: "urban" });
  await admin.call(updateAlbum, { params: { slug: "harbour" }, body: { slug: "port", status: "draft" } });

  expect(await redirectOf(visitor, "/urban/harbour")).toEqual([404, null]);
  await admin.call(updateAlbum, { params: { slug: "port" }, body: { status: "public" } });
  expect(await redirectOf(visitor, "/urban/harbour")).toEqual([301, "/urban/port"]);
});

test("an album is public unless it is created as a draft, and other values are refused", async () => {
  const { admin, visitor } = await shareTestServer();
  const create = (title: string, status?: "public" | "draft") =>
    admin.call(createAlbum, { body: { title, category: "urban", ...(status && { status }) } });

  expect((await create("Shown")).album.status).toBe("public");
  expect((await create("Hidden", "draft")).album.status).toBe("draft");
  expect((await visitor.fetch("/api/v1/albums/hidden")).status).toBe(404);

  const wrong = { params: { slug: "hidden" }, body: { status: "secret" as "draft" } };
  const { status, body } = await admin.refused(updateAlbum, wrong);
  expect([status, body.errors]).toEqual([422, { status: ["Status must be one of public, draft"] }]);
});

async function redirectOf(visitor: Client, path: string): Promise<[number, string | null]> {
  const response = await visitor.fetch(path, { redirect: "manual" });
  await response.body?.cancel();
  return [response.status, response.headers.get("location")];
}
