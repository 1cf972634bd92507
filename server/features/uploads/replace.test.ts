import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { listAlbumPhotos } from "../../../contract/albums.ts";
import { API_PREFIX } from "../../../contract/endpoint.ts";
import { FORMER_FILE_DAYS } from "../../../contract/limits.ts";
import {
  type AdminPhoto,
  getPhoto,
  listPhotoIds,
  listPhotos,
  type PhotoId,
  updatePhoto,
} from "../../../contract/photos.ts";
import { getDiskUse } from "../../../contract/pictures.ts";
import { createRoom, getRoom } from "../../../contract/rooms.ts";
import { deletePhotoPermanently, trashPhoto } from "../../../contract/trash.ts";
import { revertFile, type UploadError } from "../../../contract/uploads.ts";
import { contentOf } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { tinyJpeg } from "../../../rig/server/seed.ts";
import {
  freshDatabase,
  shareTestServer,
  startTestServer,
  type TestServer,
} from "../../../rig/server/start-test-server.ts";
import { ADMIN } from "../../../rig/server/template.ts";
import { unzip } from "../../../rig/server/unzip.ts";
import { beginUpload, locationOf, saveResultOf, sendBytes } from "../../../rig/tus.ts";
import { upload } from "../../../rig/upload.ts";
import { visitRoom } from "../../../rig/visit-room.ts";
import { readFormerFile } from "../../library/files/former-file.ts";
import { deleteExpiredFiles } from "../../library/files/former-files.ts";
import { PUT_LEASE_MS } from "../../library/files/intents.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const blue = (width = 80, height = 120) =>
  sharp({ create: { width, height, channels: 3, background: "#0000d0" } })
    .png()
    .toBuffer();

async function uploaded(server: TestServer): Promise<AdminPhoto> {
  const { body } = await upload(server.admin, await server.seed.album(), [
    { name: "ash.jpg", bytes: await tinyJpeg() },
    { name: "birch.jpg", bytes: await blue(30, 20) },
  ]);
  const [photo] = body.photos;
  if (!photo) throw new Error("The photo was not stored");
  return photo;
}

type ReplaceResponse = { photo: AdminPhoto; failed_uploads: UploadError[] };

async function replace({ admin }: Pick<TestServer, "admin">, id: PhotoId, files: { name: string; bytes: Buffer }[]) {
  const form = new FormData();
  for (const { name, bytes } of files) form.append("photo", new File([new Uint8Array(bytes)], name));
  form.append("last_modified", String(Date.UTC(2026, 0, 2)));
  const response = await admin.fetch(`${API_PREFIX}/admin/photos/${id}/file`, { method: "PUT", body: form });
  // The tests below check what they read of it.
  return { status: response.status, body: (await response.json()) as ReplaceResponse };
}

const storedKeys = async ({ deps }: TestServer) => {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list()) keys.push(key);
  return keys.sort();
};
const originals = async (server: TestServer) =>
  (await storedKeys(server)).filter((key) => key.startsWith("originals/"));

test("a new file takes the place of the old one, and everything but the file's own facts stays", async () => {
  const server = await shareTestServer();
  const before = await uploaded(server);
  const params = { id: before.id };
  await server.admin.call(updatePhoto, { params, body: { caption: "Old tree" } });
  await server.admin.call(updatePhoto, { params, body: { favorite: true } });
  // Made from the old file.
  await server.visitor.fetch(before.image_urls.large);

  const { status, body } = await replace(server, before.id, [{ name: "ash-edit.png", bytes: await blue() }]);

  expect(status).toBe(200);
  const { id, internal_id, title, album_id, uploaded_on } = before;
  const stays = { id, internal_id, title, album_id, uploaded_on, caption: "Old tree", favorite: true };
  const file = { filename: "ash-edit.png", width: 80, height: 120, file_modified_on: "2026-01-02T00:00:00.000Z" };
  expect(body.photo).toMatchObject({ ...stays, ...file, exif: {}, missing_variants: [] });
  expect(body.photo.image_version).toBe(before.image_version + 1);
  expect(body.photo.former_file).toMatchObject({ filename: "ash.jpg", filesize: before.filesize });
  for (const size of ["thumb", "medium", "large", "original"] as const) {
    const response = await server.visitor.fetch(body.photo.image_urls[size]);
    const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
    expect([size, (channels[2]?.mean ?? 0) > 150]).toEqual([size, true]);
  }
  const original = await server.admin.fetch(body.photo.file_url);
  expect(Buffer.from(await original.arrayBuffer())).toEqual(await blue());
  const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: "album" } });
  expect(photos[0]?.id).toBe(before.id);
});

test("a resumable upload replaces a file like a form, and what is refused changes nothing", async () => {
  const server = await shareTestServer();
  const { admin } = server;
  const before = await uploaded(server);
  const send = async (bytes: Buffer) => {
    const begun = await beginUpload(admin, { replaces: before.id, length: bytes.length, filename: "ash-edit.png" });
    expect(begun.status).toBe(201);
    await sendBytes(admin, locationOf(begun), 0, bytes);
    return saveResultOf(admin, locationOf(begun));
  };
  const count = (await admin.call(listPhotoIds)).ids.length;

  const refused = await send(Buffer.from("not a picture"));
  expect(refused).toMatchObject({ state: "failed", photo: null, error: { file_name: "ash-edit.png" } });
  expect((await admin.call(getPhoto, { params: { id: before.id } })).photo.former_file).toBeNull();

  const { state, photo, duplicate_of } = await send(await blue());
  expect([state, duplicate_of]).toEqual(["done", null]);
  expect(photo).toMatchObject({ id: before.id, filename: "ash-edit.png", source_filename: "ash.jpg", width: 80 });
  expect(photo?.former_file).toMatchObject({ filename: "ash.jpg" });
  expect((await admin.call(listPhotoIds)).ids).toHaveLength(count);
  expect(await originals(server)).toHaveLength(3);
  const { events } = await admin.call(listActivity, { query: { kind: "uploads", limit: 1 } });
  expect(events).toMatchObject([{ action: "file-replaced", actor: ADMIN.email, detail: { photo: before.id } }]);

  for (const replaces of [999_999, 0, -1]) {
    expect((await beginUpload(admin, { replaces, length: 10 })).status).toBe(404);
  }
});

test("a revert brings the file before back, once", async () => {
  const server = await shareTestServer();
  const before = await uploaded(server);
  const params = { id: before.id };
  expect((await server.admin.refused(revertFile, { params })).status).toBe(409);
  await replace(server, before.id, [{ name: "edit.png", bytes: await blue() }]);

  const { photo } = await server.admin.call(revertFile, { params });

  const { filename, width, height, filesize, captured_on, exif } = before;
  expect(photo).toMatchObject({ filename, width, height, filesize, captured_on, exif, former_file: null });
  expect(photo.image_version).toBe(before.image_version + 2);
  const file = await server.admin.fetch(photo.file_url);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(await tinyJpeg());
  expect((await server.admin.refused(revertFile, { params })).status).toBe(409);
  expect(await originals(server)).toHaveLength(2);
});

test("a replacement and a revert are recorded, and a refused replacement is not", async () => {
  const server = await shareTestServer();
  const { id } = await uploaded(server);
  await replace(server, id, [{ name: "edit.png", bytes: await blue() }]);
  await replace(server, id, [{ name: "text.png", bytes: Buffer.from("not a picture") }]);
  await server.admin.call(revertFile, { params: { id } });

  const { events } = await server.admin.call(listActivity, { query: { kind: "uploads", limit: 2 } });

  const by = { actor: ADMIN.email, address: "127.0.0.1", detail: { photo: id } };
  expect(events).toMatchObject([
    { action: "file-reverted", ...by },
    { action: "file-replaced", ...by },
  ]);
});

test("only the file before the last replacement is kept, and after 30 days none", async () => {
  const server = await startTestServer();
  const { id } = await uploaded(server);
  await replace(server, id, [{ name: "one.png", bytes: await blue(40, 40) }]);
  await replace(server, id, [{ name: "two.png", bytes: await blue(50, 50) }]);
  const { photo } = await server.admin.call(getPhoto, { params: { id } });
  expect(photo.former_file?.filename).toBe("one.png");
  expect(await originals(server)).toHaveLength(3);
  expect((await server.admin.call(getDiskUse)).kept).toMatchObject({ files: 1 });

  server.clock.advanceMs(FORMER_FILE_DAYS * DAY_MS);
  await deleteExpiredFiles(server.deps);

  const rows = await server.deps.db.selectFrom("photo").select(["former_file", "former_file_until"]).execute();
  expect(rows[0]).toEqual({ former_file: null, former_file_until: null });
  expect(await originals(server)).toHaveLength(2);
});

test("three replacements in a row and a revert keep the name of the first file, which selections of rooms use", async () => {
  const server = await shareTestServer();
  const { admin } = server;
  const { id, source_filename } = await uploaded(server);
  expect(source_filename).toBe("ash.jpg");
  const { room } = await admin.call(createRoom, { body: { title: "For Ana", photo_ids: [id], selection: true } });
  await visitRoom(server, room).pick(id, { picked: true, comment: "Larger" });

  for (const size of [20, 30, 40]) {
    const { body } = await replace(server, id, [{ name: `edit-${size}.png`, bytes: await blue(size, size) }]);
    expect(body.photo).toMatchObject({ filename: `edit-${size}.png`, source_filename: "ash.jpg" });
  }

  const named = async (name: string) => {
    const query = { source_filename: name };
    const { ids } = await admin.call(listPhotoIds, { query });
    expect((await admin.call(listPhotos, { query })).photos.map((photo) => photo.id)).toEqual(ids);
    return ids;
  };
  expect(await named("ash.jpg")).toEqual([id]);
  for (const other of ["ash", "edit-40.png", "ASH.jpg"]) expect(await named(other)).toEqual([]);
  const file = async (name: string) =>
    Buffer.from(await (await admin.fetch(`${API_PREFIX}/admin/rooms/${room.id}/${name}`)).arrayBuffer());
  expect((await file("selection.csv")).toString()).toContain('\r\n"ash.jpg","Larger",');
  expect([...unzip(await file("selection.zip")).keys()]).toEqual(["ash.xmp"]);
  const { selection } = await admin.call(getRoom, { params: { id: room.id } });
  expect(selection.picks).toMatchObject([{ photo_id: id, filename: "ash.jpg" }]);
  const { photo } = await admin.call(revertFile, { params: { id } });
  expect(photo).toMatchObject({ filename: "edit-30.png", source_filename: "ash.jpg" });
});

test("a photo deleted forever takes its kept file along", async () => {
  const server = await shareTestServer();
  const { id, internal_id } = await uploaded(server);
  await replace(server, id, [{ name: "one.png", bytes: await blue() }]);
  await server.admin.call(trashPhoto, { params: { id } });
  await server.admin.call(deletePhotoPermanently, { params: { id } });
  expect((await storedKeys(server)).filter((key) => key.includes(internal_id))).toEqual([]);
});

test.each([
  ["a damaged file", async () => [{ name: "bad.jpg", bytes: Buffer.from("not a picture") }], "UNSUPPORTED_TYPE"],
  ["an empty file", async () => [{ name: "empty.jpg", bytes: Buffer.alloc(0) }], "EMPTY_FILE"],
])("%s is refused like an upload, and nothing has changed", async (_what, files, reason) => {
  const server = await shareTestServer();
  const before = await uploaded(server);
  const keys = await storedKeys(server);

  const { status, body } = await replace(server, before.id, await files());

  expect(status).toBe(422);
  expect(body).toMatchObject({ success: false, code: "UPLOAD_FAILED", message: "The photo was not replaced" });
  expect(body.failed_uploads).toMatchObject([{ error_type: "UPLOAD_ERROR", error_details: { reason } }]);
  const { photo } = await server.admin.call(getPhoto, { params: { id: before.id } });
  expect(photo).toEqual({ ...before, file_url: photo.file_url });
  expect(await storedKeys(server)).toEqual(keys);
});

test("no file, several files and an unknown photo are refused", async () => {
  const server = await shareTestServer();
  const { id } = await uploaded(server);
  const file = { name: "a.png", bytes: await blue() };
  expect(await replace(server, id, [])).toMatchObject({ status: 422, body: { failed_uploads: [] } });
  expect(await replace(server, id, [file, file])).toMatchObject({ status: 422 });
  expect(await replace(server, 9999 as PhotoId, [file])).toMatchObject({ status: 404 });
});

test("a storage that fails leaves the photo as it was, also after a crash before the commit", async () => {
  const server = await startTestServer();
  const before = await uploaded(server);
  const put = vi.spyOn(server.deps.storage, "putFile").mockRejectedValueOnce(new Error("the disk is gone"));
  const { node } = server;
  const refused = await replace(node, before.id, [{ name: "edit.png", bytes: await blue() }]);
  put.mockRestore();
  expect(refused.status).toBe(422);

  // As a crash leaves it: the intent, the new original and pictures of the new file, but not the row.
  const key = `originals/${before.internal_id.slice(0, 2)}/${before.internal_id}-0123abcd.png`;
  const thumb = `variants/${before.internal_id.slice(0, 2)}/${before.internal_id}/thumb.jpg`;
  const keys = JSON.stringify([key, thumb]);
  // Old enough that it cannot belong to another node that still runs.
  const created_at = new Date(server.deps.now().getTime() - 2 * PUT_LEASE_MS).toISOString();
  await server.deps.db.insertInto("storage_intent").values({ kind: "put", keys, created_at }).execute();
  await server.deps.storage.putBytes(key, await blue());
  await server.deps.storage.putBytes(thumb, await blue(30, 30));
  const restarted = await server.restart();

  const { photo } = await restarted.admin.call(getPhoto, { params: { id: before.id } });
  expect(photo).toMatchObject({ filename: before.filename, image_version: before.image_version, former_file: null });
  expect(await originals(server)).toHaveLength(2);
  const response = await restarted.visitor.fetch(photo.image_urls.thumb);
  const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
  expect(channels[0]?.mean).toBeGreaterThan(150);
});

test("backup, restore and doctor know the kept file", async () => {
  const server = await shareTestServer();
  const { id } = await uploaded(server);
  await replace(server, id, [{ name: "one.png", bytes: await blue() }]);
  const folder = await mkdtemp(join(tmpdir(), "vitrine-replace-"));
  const restored = { dataDir: join(folder, "restored"), databaseUrl: (await freshDatabase()).DATABASE_URL };
  try {
    expect(await runCommand("doctor", server.deps.config, ["--verify"])).toMatchObject({ code: 0 });
    const before = await contentOf(server.deps.config);
    expect(await runCommand("backup", server.deps.config, [join(folder, "backup")])).toMatchObject({ code: 0 });
    expect(await runCommand("restore", restored, [join(folder, "backup")])).toMatchObject({ code: 0 });
    expect(await contentOf(restored)).toEqual(before);

    const { former_file } = await server.deps.db
      .selectFrom("photo")
      .select("former_file")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await server.deps.storage.delete([readFormerFile({ former_file })?.original_key ?? ""]);
    const doctor = await runCommand("doctor", server.deps.config, []);
    expect(doctor.out).toContain("kept since the photo was replaced, is missing or damaged");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
