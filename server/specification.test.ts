import { expect, test } from "vitest";
import type { Client } from "../rig/client.ts";
import { makePicture } from "../rig/make-picture.ts";
import { shareTestServer } from "../rig/server/start-test-server.ts";
import { ADMIN } from "../rig/server/template.ts";

// The calls, fields and values of the specification (sections 3, 7 and 9), spelled out here: a change of the contract must
// not change them unnoticed.

const ALBUM_FIELDS = ["id", "slug", "title", "description", "category", "url", "cover_image", "photo_count"];
const PHOTO_FIELDS = [
  ...[
    "id",
    "internal_id",
    "filename",
    "title",
    "caption",
    "category",
    "album_id",
    "license",
    "visibility",
    "is_visible",
  ],
  ...["deleted", "tags", "width", "height", "filesize", "uploaded_on", "captured_on", "file_modified_on"],
  ...["image_urls", "images"],
];

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the bodies are read as the specification names their fields
type Body = any;

async function ask(client: Client, call: string, body?: Json): Promise<Body> {
  const [method = "", path = ""] = call.split(" ");
  const sent = body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await client.fetch(`/api/v1${path}`, { method, ...sent });
  expect([call, response.status]).toEqual([call, expect.toBeOneOf([200, 201, 202])]);
  return response.json();
}

async function filledSite() {
  const server = await shareTestServer();
  const { album } = await ask(server.admin, "POST /admin/albums", { title: "Harbour", category: "travel" });
  const form = new FormData();
  for (const name of ["ash.jpg", "birch.jpg"]) {
    const picture = await makePicture({ colour: name === "ash.jpg" ? "#336699" : "#993366" });
    form.append("photos[]", new File([new Uint8Array(picture)], name, { type: "image/jpeg" }));
  }
  const uploaded = await server.admin.fetch("/api/v1/admin/albums/harbour/photos", { method: "POST", body: form });
  const { photos, failed_uploads, message } = (await uploaded.json()) as Body;
  expect([failed_uploads, typeof message]).toEqual([[], "string"]);
  return { ...server, album, ids: photos.map(({ id }: { id: number }) => id) as number[] };
}

test("the public calls have what the specification reads", async () => {
  const { visitor, ids } = await filledSite();

  const categories = await ask(visitor, "GET /categories");
  expect(Object.keys(categories)).toEqual(["urban", "portraits", "travel"]);
  expect(categories.travel).toMatchObject({ name: "Travel", count: 1, url: "/travel" });
  const [listed] = (await ask(visitor, "GET /categories/travel/albums")).data;
  expect(Object.keys(listed)).toEqual(expect.arrayContaining(ALBUM_FIELDS));

  const shown = await ask(visitor, "GET /albums/harbour");
  expect(shown.success).toBe(true);
  expect(shown.data.album).toMatchObject({ category: "travel", url: "/travel/harbour", photo_count: 2 });
  const photo = await ask(visitor, `GET /albums/harbour/photos/${ids[0]}`);
  expect(photo.success).toBe(true);
  expect(Object.keys(photo.data)).toEqual(expect.arrayContaining(PHOTO_FIELDS));
  expect(photo.data).toMatchObject({
    category: "TRAVEL",
    license: "All Rights Reserved",
    visibility: 0,
    deleted: false,
  });
  expect(Object.keys(photo.data.image_urls)).toEqual(expect.arrayContaining(["thumb", "medium", "large", "original"]));
  expect(Object.keys(photo.data.images)).toEqual(["thumbnail", "original"]);

  await ask(visitor, `POST /images/${photo.data.internal_id}/generate`, { variant: "large" });
  const picture = await visitor.fetch(photo.data.image_urls.large, { method: "HEAD" });
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
});

test("signing in, being known and signing out are as the specification says", async () => {
  const { visitor, admin } = await shareTestServer();

  const { user, token, message } = await ask(visitor, "POST /auth/login", ADMIN);
  expect([user.is_admin, user.role, typeof token, typeof message]).toEqual([true, "admin", "string", "string"]);
  expect((await ask(admin, "GET /auth/user")).user).toEqual(user);
  await ask(admin, "POST /auth/logout");
  expect((await admin.fetch("/api/v1/auth/user")).status).toBe(401);
  expect((await admin.fetch("/api/v1/admin/albums")).status).toBe(401);
});

test("the admin calls have what the specification reads", async () => {
  const { admin, album, ids } = await filledSite();
  const [first = 0, second = 0] = ids;
  expect(Object.keys(album)).toEqual(expect.arrayContaining(ALBUM_FIELDS));
  const order = async () =>
    (await ask(admin, "GET /admin/albums/harbour/photos")).photos.map(({ id }: { id: number }) => id);

  expect((await ask(admin, "GET /admin/albums")).albums).toHaveLength(1);
  expect((await ask(admin, "GET /admin/albums/harbour")).album.photo_count).toBe(2);
  await ask(admin, "PUT /admin/albums/harbour/photos/reorder", { photo_ids: [second, first] });
  expect(await order()).toEqual([second, first]);

  const { photo } = await ask(admin, `PUT /admin/photos/${first}`, { title: "Cranes" });
  expect(photo.title).toBe("Cranes");
  expect((await ask(admin, `PUT /admin/photos/${first}`, { category: "URBAN" })).photo.album_id).toBeNull();
  await ask(admin, `DELETE /admin/albums/harbour/photos/${second}`);
  expect(await order()).toEqual([]);

  await ask(admin, `POST /admin/photos/${first}/trash`);
  const { photos } = await ask(admin, "GET /admin/photos");
  const trashed = (id: number) => photos.find((each: { id: number }) => each.id === id).deleted;
  expect([trashed(first), trashed(second)]).toEqual([true, false]);
  await ask(admin, `POST /admin/photos/${first}/restore`);
  await ask(admin, `POST /admin/photos/${first}/trash`);
  await ask(admin, `DELETE /admin/photos/${first}/permanent`);
  await ask(admin, `POST /admin/photos/${second}/trash`);
  expect((await ask(admin, "POST /admin/trash/empty")).deleted_count).toBe(1);
  expect((await ask(admin, "GET /admin/photos")).photos).toEqual([]);
});

test("batch processing has the statistics, recommendations and defaults of the specification", async () => {
  const { admin } = await filledSite();

  const { statistics, recommendations } = await ask(admin, "GET /admin/batch-processing/status");
  expect(statistics).toEqual({
    total_photos: 2,
    estimated_missing_variants: expect.any(Number),
    completion_percentage: expect.any(Number),
  });
  expect(recommendations).toEqual({
    should_run_batch: expect.any(Boolean),
    estimated_processing_time: expect.any(String),
  });
  const started = await ask(admin, "POST /admin/batch-processing/start", {});
  expect(started).toMatchObject({ success: true, message: expect.any(String), total_photos: expect.any(Number) });
});
