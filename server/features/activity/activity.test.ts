import { expect, test } from "vitest";
import { type ActivityKind, listActivity } from "../../../contract/activity.ts";
import { deleteAlbum, updateAlbum } from "../../../contract/albums.ts";
import { login, logout } from "../../../contract/auth.ts";
import { updateCategory } from "../../../contract/categories.ts";
import { downloadQuickCollection } from "../../../contract/curation.ts";
import { bulkPhotos, getPhoto, updatePhoto } from "../../../contract/photos.ts";
import { updateSite } from "../../../contract/site.ts";
import { deletePhotoPermanently, restorePhoto, trashPhoto } from "../../../contract/trash.ts";
import { createClient } from "../../../rig/client.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { upload } from "../../../rig/upload.ts";

test("sign-ins, failures and sign-outs are listed with who, from where and when, newest first", async () => {
  const server = await startTestServer({ TRUST_PROXY: "1" });
  const { visitor, admin, url } = server;
  await visitor.refused(login, { body: { ...ADMIN, password: "wrong password" } });
  const { token } = await visitor.call(login, { body: ADMIN });
  await createClient(url, token).call(logout);

  const { events } = await admin.call(listActivity, { query: { kind: "sign-ins", limit: 3 } });

  expect(events.map(({ action }) => action)).toEqual(["sign-out", "sign-in", "sign-in-failed"]);
  for (const { actor, address, occurred_on } of events) {
    expect([actor, typeof address, Number.isNaN(Date.parse(occurred_on))]).toEqual([ADMIN.email, "string", false]);
  }
  expect(JSON.stringify(events)).not.toContain("wrong password");
});

test("uploads, visibility, deletions, downloads of originals and runs are recorded, each once", async () => {
  const server = await shareTestServer();
  const { admin, visitor, seed } = server;
  const album = await seed.album({ title: "Harbour" });
  const bytes = await makePicture({ width: 60, height: 40, colour: "#123456" });
  const other = await makePicture({ width: 60, height: 40, colour: "#654321" });
  const { body } = await upload(admin, album, [
    { name: "a.jpg", bytes },
    { name: "b.jpg", bytes: other },
  ]);
  const [first, second] = body.photos;
  if (!first || !second) throw new Error(JSON.stringify(body));
  const ids = [first.id, second.id];

  await admin.call(updatePhoto, { params: { id: first.id }, body: { visibility: 1 } });
  await admin.call(updatePhoto, { params: { id: first.id }, body: { title: "Not about visibility" } });
  await admin.call(bulkPhotos, { body: { ids, action: "update", change: { visibility: 0 } } });
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { status: "draft" } });
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { title: "Not about visibility" } });
  for (const hidden of [true, true]) {
    await admin.call(updateCategory, { params: { key: "travel" }, body: { hidden } });
  }
  expect(await recorded(server, "visibility")).toEqual([
    { action: "visibility-changed", detail: { category: "Travel", visibility: "hidden" } },
    { action: "visibility-changed", detail: { album: album.slug, title: album.title, visibility: "draft" } },
    { action: "visibility-changed", detail: { photos: 2, visibility: "public" } },
    { action: "visibility-changed", detail: { photos: 1, photo: first.id, visibility: "private" } },
  ]);
  expect(await recorded(server, "uploads")).toEqual([
    { action: "photos-uploaded", detail: { photos: 2, failed: 0, album: album.slug, title: album.title } },
  ]);

  const { photo } = await admin.call(getPhoto, { params: { id: first.id } });
  await (await visitor.fetch(photo.file_url)).arrayBuffer();
  // The rest of an interrupted download, and a look without the file.
  await (await visitor.fetch(photo.file_url, { headers: { range: "bytes=100-" } })).arrayBuffer();
  await visitor.fetch(photo.file_url, { method: "HEAD" });
  const { url } = await admin.call(downloadQuickCollection);
  await (await visitor.fetch(url)).arrayBuffer();
  expect(await recorded(server, "downloads")).toEqual([
    { action: "collection-downloaded", detail: {} },
    { action: "original-downloaded", detail: { photo: first.id } },
  ]);

  await admin.call(trashPhoto, { params: { id: first.id } });
  await admin.call(restorePhoto, { params: { id: first.id } });
  await admin.call(bulkPhotos, { body: { ids, action: "trash" } });
  await admin.call(deletePhotoPermanently, { params: { id: first.id } });
  await admin.call(deleteAlbum, { params: { slug: album.slug } });
  expect((await recorded(server, "deletions")).map(({ action }) => action)).toEqual([
    "album-deleted",
    "photo-deleted",
    "photos-trashed",
    "photos-restored",
    "photos-trashed",
  ]);
});

test("changes of the site's settings are recorded by field, and only those that change something", async () => {
  const server = await shareTestServer();
  await server.admin.call(updateSite, { body: { name: "Mine", tagline: "Light and stone" } });
  await server.admin.call(updateSite, { body: { name: "Mine" } });

  expect(await recorded(server, "settings")).toEqual([
    { action: "settings-changed", detail: { fields: "name, tagline" } },
  ]);
});

test("the list is paged without gaps or repeats, also while new events arrive", async () => {
  const server = await shareTestServer();
  const photo = await server.seed.photo();
  for (let round = 0; round < 5; round++) {
    await server.admin.call(trashPhoto, { params: { id: photo.id } });
    await server.admin.call(restorePhoto, { params: { id: photo.id } });
  }

  const seen: number[] = [];
  let cursor: number | null | undefined;
  do {
    const page = await server.admin.call(listActivity, {
      query: { kind: "deletions", limit: 3, ...(cursor && { cursor }) },
    });
    seen.push(...page.events.map(({ id }) => id));
    cursor = page.next_cursor;
    await server.admin.call(trashPhoto, { params: { id: photo.id } });
  } while (cursor !== null);

  expect(seen).toHaveLength(10);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  expect((await server.admin.refused(listActivity, { query: { kind: "nothing" as ActivityKind } })).status).toBe(422);
});

async function recorded({ admin }: TestServer, kind: ActivityKind) {
  const { events } = await admin.call(listActivity, { query: { kind } });
  return events.map(({ action, detail }) => ({ action, detail }));
}
