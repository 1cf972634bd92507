import { expect, test } from "vitest";
import { createAlbum, getAdminAlbum, getAlbum, updateAlbum } from "../../../contract/albums.ts";
import { listPhotos } from "../../../contract/photos.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { advanceIntervals, soon } from "../../../rig/server/advance-intervals.ts";
import { startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";

const HOUR_MS = 60 * 60 * 1000;
const statusOf = async ({ visitor }: TestServer, path: string) => (await visitor.fetch(path)).status;

test("an album with a time is a draft until then, and then appears everywhere without a restart", async () => {
  advanceIntervals();
  const server = await startTestServer();
  const { admin, visitor, clock } = server;
  const publish_on = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const { album } = await admin.call(createAlbum, { body: { title: "Harbour", category: "urban", publish_on } });
  expect(album).toMatchObject({ status: "public", publish_on });
  const { body } = await upload(admin, album, [{ name: "a.jpg", bytes: await makePicture() }]);
  const [photo] = body.photos;
  if (!photo) throw new Error(JSON.stringify(body));
  const picture = photo.image_urls.medium.split("?")[0] ?? "";
  const pages = ["/", "/urban", "/sitemap.xml", "/feed.xml"];
  const shows = async (path: string) => (await (await visitor.fetch(path)).text()).includes(photo.internal_id);

  for (const path of [album.url, picture, `/api/v1/albums/${album.slug}`]) {
    expect([path, await statusOf(server, path)]).toEqual([path, 404]);
  }
  for (const path of pages) expect([path, await shows(path)]).toEqual([path, false]);

  clock.advanceMs(HOUR_MS);
  await soon(async () => expect(await statusOf(server, album.url)).toBe(200));

  expect(await statusOf(server, picture)).toBe(200);
  for (const path of pages) expect([path, await shows(path)]).toEqual([path, true]);
  expect((await visitor.call(getAlbum, { params: { slug: album.slug } })).data.photos).toHaveLength(1);
  // The owner still sees when that was.
  expect((await admin.call(getAdminAlbum, { params: { slug: album.slug } })).album.publish_on).toBe(publish_on);
  expect((await admin.call(listPhotos, { query: {} })).photos).toHaveLength(1);
});

test("a time is stored in UTC, can be taken back, and makes no draft public", async () => {
  advanceIntervals();
  const server = await startTestServer();
  const { admin, seed, clock } = server;
  const album = await seed.album({ title: "Harbour" });
  await seed.photo({ album });
  const params = { slug: album.slug };
  const change = async (body: object) => (await admin.call(updateAlbum, { params, body })).album.publish_on;

  expect(await change({ publish_on: "2090-05-01T09:00:00+02:00" })).toBe("2090-05-01T07:00:00.000Z");
  expect(await statusOf(server, album.url)).toBe(404);
  expect(await change({ publish_on: null })).toBeNull();
  expect(await statusOf(server, album.url)).toBe(200);
  // One in the past holds nothing back.
  await change({ publish_on: new Date(clock.now().getTime() - HOUR_MS).toISOString() });
  expect(await statusOf(server, album.url)).toBe(200);

  const soonAfter = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  await change({ publish_on: soonAfter, status: "draft" });
  const other = await seed.album({ title: "Other" });
  await seed.photo({ album: other });
  await admin.call(updateAlbum, { params: { slug: other.slug }, body: { publish_on: soonAfter } });
  clock.advanceMs(HOUR_MS);
  await soon(async () => expect(await statusOf(server, other.url)).toBe(200));
  expect(await statusOf(server, album.url)).toBe(404);
});

test("a time that has come while no server ran counts at the next start", async () => {
  const server = await startTestServer();
  const { admin, seed, clock } = server;
  const album = await seed.album({ title: "Harbour" });
  await seed.photo({ album });
  const publish_on = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { publish_on } });

  clock.advanceMs(HOUR_MS);
  const { visitor } = await server.restart();

  expect((await visitor.fetch(album.url)).status).toBe(200);
});

test("what is no time is refused with a sentence", async () => {
  const { admin, seed } = await startTestServer();
  const { slug } = await seed.album();

  const { status, body } = await admin.refused(updateAlbum, { params: { slug }, body: { publish_on: "tomorrow" } });

  expect([status, body.errors]).toEqual([
    422,
    { publish_on: ["Enter a date and a time, such as 2026-05-17T09:00:00Z"] },
  ]);
});
