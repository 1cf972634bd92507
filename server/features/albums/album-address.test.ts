import { expect, test } from "vitest";
import {
  createAlbum,
  deleteAlbum,
  getAdminAlbum,
  listAlbumPhotos,
  listAlbums,
  updateAlbum,
} from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import type { Client } from "../../../rig/client.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

test("after a new address, the old pages of an album and its photos lead to the new ones for good", async () => {
  const { admin, visitor, seed } = await startTestServer();
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
  // Addresses that it never had.
  expect(await redirectOf(visitor, "/urban/port")).toEqual([404, null]);
  expect(await redirectOf(visitor, "/travel/harbour")).toEqual([404, null]);
  // A window that was opened before still works.
  expect((await admin.call(listAlbumPhotos, { params: { slug: "harbour" } })).photos).toHaveLength(1);
});

test("an address can be given back, and then redirects no longer", async () => {
  const { admin, visitor, seed } = await startTestServer();
  await seed.album({ title: "Harbour", category: "urban" });
  await admin.call(updateAlbum, { params: { slug: "harbour" }, body: { slug: "port" } });
  await admin.call(updateAlbum, { params: { slug: "port" }, body: { slug: "harbour" } });

  expect(await redirectOf(visitor, "/urban/harbour")).toEqual([200, null]);
  expect(await redirectOf(visitor, "/urban/port")).toEqual([301, "/urban/harbour"]);
  const answer = await visitor.fetch("/urban/port", { redirect: "manual" });
  expect(answer.headers.get("cache-control")).toContain("no-cache");
});

test("no other album takes an address that an album has or had, until that album is deleted", async () => {
  const { admin, visitor, seed } = await startTestServer();
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

test("a refused address changes nothing else of the same request", async () => {
  const { admin, seed } = await startTestServer();
  await seed.album({ title: "Taken" });
  await seed.album({ title: "Harbour" });

  await admin.refused(updateAlbum, { params: { slug: "harbour" }, body: { title: "New", slug: "taken" } });

  expect((await admin.call(getAdminAlbum, { params: { slug: "harbour" } })).album.title).toBe("Harbour");
});

test("the former address of a draft leads nowhere until the album is public", async () => {
  const { admin, visitor, seed } = await startTestServer();
  await seed.album({ title: "Harbour", category: "urban" });
  await admin.call(updateAlbum, { params: { slug: "harbour" }, body: { slug: "port", status: "draft" } });

  expect(await redirectOf(visitor, "/urban/harbour")).toEqual([404, null]);
  await admin.call(updateAlbum, { params: { slug: "port" }, body: { status: "public" } });
  expect(await redirectOf(visitor, "/urban/harbour")).toEqual([301, "/urban/port"]);
});

test("an album is public unless it is created as a draft, and other values are refused", async () => {
  const { admin, visitor } = await startTestServer();
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
  const answer = await visitor.fetch(path, { redirect: "manual" });
  await answer.body?.cancel();
  return [answer.status, answer.headers.get("location")];
}
