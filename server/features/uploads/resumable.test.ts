import { request as rawRequest } from "node:http";
import { expect, test, vi } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { listAlbumPhotos, reorderAlbumPhotos, updateAlbum } from "../../../contract/albums.ts";
import { bytesOfMb, UPLOADS_MAX_UNFINISHED, UPLOADS_MAX_UNFINISHED_MB } from "../../../contract/limits.ts";
import { getUpload } from "../../../contract/uploads.ts";
import { createClient } from "../../../rig/client.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { failDatabase } from "../../../rig/server/fail-database.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import {
  type OwnServer,
  shareTestServer,
  startTestServer,
  type TestServer,
} from "../../../rig/server/start-test-server.ts";
import { beginUpload, idOf, locationOf, readOffset, saveResultOf, sendBytes, TUS } from "../../../rig/tus.ts";
import { recoverIntents } from "../../library/files/intents.ts";
import { processUpload, sweepUploads } from "./resumable.service.ts";

async function begin({ admin }: Pick<TestServer, "admin">, album: string, length: number, filename?: string) {
  return locationOf(await beginUpload(admin, { album, length, ...(filename && { filename }) }));
}

async function storedParts({ deps }: TestServer, location?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list()) {
    if (key.startsWith(location ? `uploads/${idOf(location)}/` : "uploads/")) keys.push(key);
  }
  return keys;
}

async function expectNothingLeft(server: TestServer) {
  const intents = () => server.deps.db.selectFrom("storage_intent").selectAll().execute();
  await expect.poll(intents, { timeout: 30_000, interval: 50 }).toEqual([]);
  expect(await storedParts(server)).toEqual([]);
}

test("a file that arrives in pieces becomes a photo with exactly its bytes", async () => {
  const server = await shareTestServer();
  const { admin, seed, deps } = server;
  const album = await seed.album({ title: "日本", category: "travel" });
  const bytes = await makePicture({ width: 300, height: 200 });

  const created = await beginUpload(admin, { album: album.slug, length: bytes.length });
  const location = locationOf(created);
  expect([created.status, created.headers.get("tus-resumable")]).toEqual([201, "1.0.0"]);
  expect(new Date(created.headers.get("upload-expires") ?? "").getTime()).toBeGreaterThan(deps.now().getTime());
  const first = await sendBytes(admin, location, 0, bytes.subarray(0, 100));
  expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "100"]);
  const head = await admin.fetch(location, { method: "HEAD", headers: TUS });
  const headers = ["upload-offset", "upload-length", "cache-control"].map((name) => head.headers.get(name));
  expect([head.status, ...headers]).toEqual([200, "100", String(bytes.length), "no-store"]);
  const state = await admin.call(getUpload, { params: { id: idOf(location) } });
  expect(state).toMatchObject({ state: "receiving", photo: null, error: null });
  const refused = await sendBytes(admin, location, 50, bytes.subarray(50));
  expect([refused.status, refused.headers.get("tus-resumable")]).toEqual([409, "1.0.0"]);
  expect((await sendBytes(admin, location, 100, bytes.subarray(100))).status).toBe(204);

  const { photo } = await saveResultOf(admin, location);
  expect(photo).toMatchObject({ filename: "boat.jpg", album_id: album.id, category: "TRAVEL", width: 300 });
  expect(photo?.file_modified_on).toBe("2023-11-14T22:13:20.000Z");
  const file = await admin.fetch(photo?.file_url ?? "");
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  const { events } = await admin.call(listActivity, { query: {} });
  expect(events.find(({ action }) => action === "photos-uploaded")).toMatchObject({
    actor: "admin@example.com",
    detail: { photos: 1, failed: 0, album: album.slug, title: album.title },
  });
  await expectNothingLeft(server);
});

test("what the server supports, and what it refuses", async () => {
  const server = await shareTestServer();
  const { admin, visitor, seed } = server;
  const { slug } = await seed.album();

  const options = await admin.fetch("/api/v1/admin/uploads", { method: "OPTIONS" });
  const headers = ["tus-version", "tus-extension", "tus-max-size"].map((name) => options.headers.get(name));
  expect([options.status, ...headers]).toEqual([204, "1.0.0", "creation,termination,expiration", "10485760"]);
  expect((await beginUpload(visitor, { album: slug, length: 10 })).status).toBe(401);
  expect((await beginUpload(admin, { album: slug, length: 10 * 1024 * 1024 + 1 })).status).toBe(413);
  // PostgreSQL takes no text with a zero in it, so what can be no slug must not reach it.
  for (const album of ["unknown", "no\0thing", "../porto", "x".repeat(500)]) {
    expect((await beginUpload(admin, { album, length: 10 })).status, album).toBe(404);
  }
  expect((await beginUpload(admin, { album: slug, length: 10, filename: ".." })).status).toBe(422);
  const unversioned = await admin.fetch("/api/v1/admin/uploads", { method: "POST", headers: { "upload-length": "9" } });
  expect([unversioned.status, unversioned.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
  const location = await begin(server, slug, 10);
  const mislabelled = { ...TUS, "upload-offset": "0", "content-type": "text/plain" };
  expect((await admin.fetch(location, { method: "PATCH", headers: mislabelled, body: "x" })).status).toBe(415);
  expect((await sendBytes(admin, location, 0, Buffer.alloc(11))).status).toBe(413);
  expect((await sendBytes(visitor, location, 0, Buffer.alloc(5))).status).toBe(401);
  expect(await readOffset(admin, location)).toBe(0);
  const unknown = `/api/v1/admin/uploads/${"0".repeat(32)}`;
  expect((await admin.fetch(unknown, { method: "HEAD", headers: TUS })).status).toBe(404);
  expect((await admin.fetch(unknown)).status).toBe(404);
  const taken = await admin.fetch("/api/v1/admin/uploads/duplicates", { method: "PATCH", headers: TUS });
  expect([taken.status, taken.headers.get("allow")]).toEqual([405, "POST"]);
});

test("a body of unknown length that exceeds the upload is refused, and nothing of it is kept", async () => {
  const server = await shareTestServer();
  const location = await begin(server, (await server.seed.album()).slug, 10);
  const headers = { ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  const body = new Blob([new Uint8Array(11)]).stream();

  const response = await server.admin.fetch(location, {
    method: "PATCH",
    headers,
    body,
    // Undici's name for a body of unknown length, which the DOM types do not have.
    ...({ duplex: "half" } as object),
  });

  expect(response.status).toBe(413);
  expect(await readOffset(server.admin, location)).toBe(0);
  await expectNothingLeft(server);
});

test("a file that is no picture fails with its reason, and leaves nothing", async () => {
  const server = await shareTestServer();
  const { admin, seed, deps } = server;
  const bytes = Buffer.from("<!doctype html>");
  const location = await begin(server, (await seed.album()).slug, bytes.length, "page.jpg");

  await sendBytes(admin, location, 0, bytes);

  expect(await saveResultOf(admin, location)).toMatchObject({
    state: "failed",
    photo: null,
    error: { file_name: "page.jpg", error_type: "UPLOAD_ERROR", error_details: { reason: "UNSUPPORTED_TYPE" } },
  });
  expect(await deps.db.selectFrom("photo").selectAll().execute()).toEqual([]);
  const { events } = await admin.call(listActivity, { query: {} });
  expect(events[0]).toMatchObject({ action: "photos-uploaded", detail: { photos: 0, failed: 1 } });
  await expectNothingLeft(server);
});

test("a second copy names the photo that has the same bytes", async () => {
  const server = await shareTestServer();
  const { slug } = await server.seed.album();
  const bytes = await makePicture();
  const uploadOnce = async () => {
    const location = await begin(server, slug, bytes.length);
    await sendBytes(server.admin, location, 0, bytes);
    return saveResultOf(server.admin, location);
  };

  const first = await uploadOnce();
  const second = await uploadOnce();

  expect([first.duplicate_of, second.duplicate_of]).toEqual([null, first.photo?.id]);
});

test("an upload that is ended, or abandoned for a day, is gone with its bytes", async () => {
  const server = await startTestServer();
  const { admin, seed, deps, clock } = server;
  const { slug } = await seed.album();
  const ended = await begin(server, slug, 100);
  const abandoned = await begin(server, slug, 100);
  for (const location of [ended, abandoned]) await sendBytes(admin, location, 0, Buffer.alloc(60));
  expect(await storedParts(server)).toHaveLength(2);

  expect((await admin.fetch(ended, { method: "DELETE", headers: TUS })).status).toBe(204);
  expect((await admin.fetch(ended, { method: "HEAD", headers: TUS })).status).toBe(404);
  expect(await storedParts(server, ended)).toEqual([]);

  clock.advanceMs(25 * 60 * 60 * 1000);
  await sweepUploads(deps, () => {});
  expect(await deps.db.selectFrom("upload").selectAll().execute()).toEqual([]);
  await expectNothingLeft(server);
});

/** As a server leaves it that dies right after the commit of the last part. */
async function leaveArrived(server: TestServer, album: string, bytes: Buffer): Promise<string> {
  const { admin, deps } = server;
  const location = await begin(server, album, bytes.length);
  const id = idOf(location);
  await sendBytes(admin, location, 0, bytes.subarray(0, 50));
  const [first] = await storedParts(server, location);
  await deps.storage.putBytes(`uploads/${id}/50-0`, bytes.subarray(50));
  const parts = JSON.stringify([first?.split("/").at(-1), "50-0"]);
  const left = { received: bytes.length, parts, state: "processing" } as const;
  await deps.db.updateTable("upload").set(left).where("id", "=", id).execute();
  return location;
}

test("a file that had arrived when the server died becomes a photo, once, however long the server was down", async () => {
  const server = await startTestServer();
  const { admin, seed, deps, clock } = server;
  const bytes = await makePicture();
  const location = await leaveArrived(server, (await seed.album()).slug, bytes);
  const id = idOf(location);
  clock.advanceMs(25 * 60 * 60 * 1000);

  const found: string[] = [];
  await sweepUploads(deps, (id) => found.push(id));
  await Promise.all([processUpload(deps, id), processUpload(deps, id)]);
  await processUpload(deps, id);

  expect(found).toEqual([id]);
  const { photo } = await saveResultOf(admin, location);
  expect(photo?.filesize).toBe(bytes.length);
  expect(await deps.db.selectFrom("photo").select("id").execute()).toHaveLength(1);
  await expectNothingLeft(server);
});

test("whenever the database is down for a moment, a file that has arrived becomes a photo, once", async () => {
  const server = await shareTestServer();
  const { admin, seed, deps } = server;
  const album = await seed.album();
  const bytes = await makePicture();

  for (let call = 1, happened = true; happened; call++) {
    const location = await leaveArrived(server, album.slug, bytes);
    const fault = failDatabase(deps, call);
    await processUpload(deps, idOf(location)).catch(() => {});
    happened = fault.happened();
    fault.remove();
    await processUpload(deps, idOf(location));

    expect(await saveResultOf(admin, location)).toMatchObject({ state: "done", error: null });
    expect(await deps.db.selectFrom("photo").select("id").execute()).toHaveLength(call);
  }
  // As the next sweep does.
  await recoverIntents(deps, new Date(0));
  await expectNothingLeft(server);
});

test("an upload begun on one node continues on another, and after a restart, also under a new album URL", async () => {
  const server = await startTestServer();
  const { admin, seed, startAnother, restart } = server;
  const album = await seed.album();
  const bytes = await makePicture({ width: 300, height: 200 });
  const other = createClient((await startAnother()).url, admin.token);

  const location = await begin(server, album.slug, bytes.length);
  expect((await sendBytes(admin, location, 0, bytes.subarray(0, 100))).status).toBe(204);
  expect(await readOffset(other, location)).toBe(100);
  expect((await sendBytes(other, location, 100, bytes.subarray(100, 200))).status).toBe(204);
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { slug: "renamed" } });
  const restarted = await restart();
  expect(await readOffset(restarted.admin, location)).toBe(200);
  expect((await sendBytes(restarted.admin, location, 200, bytes.subarray(200))).status).toBe(204);

  const { photo } = await saveResultOf(restarted.admin, location);
  expect(photo).toMatchObject({ album_id: album.id, filesize: bytes.length });
});

test("photos are in the order in which their uploads began, in whatever order they end", async () => {
  const server = await startTestServer();
  const { admin, seed, startAnother } = server;
  const album = await seed.album();
  const other = createClient((await startAnother()).url, admin.token);
  const picture = await makePicture();
  let sent = 0;
  const upload = async (location: string, client = admin) => {
    // Bytes after the end of a JPEG are not part of the picture, but make it another file.
    await sendBytes(client, location, 0, Buffer.concat([picture, Buffer.of(sent++)]));
    const { photo } = await saveResultOf(client, location);
    if (!photo) throw new Error("the upload failed");
    return photo.id;
  };
  const order = async () => {
    const { photos } = await admin.call(listAlbumPhotos, { params: { slug: album.slug } });
    return photos.map(({ id }) => id);
  };
  const { id: earlier } = await seed.photo({ album });
  const begun: string[] = [];
  for (const client of [admin, other, admin, other])
    begun.push(await begin({ admin: client }, album.slug, picture.length + 1));
  const [first = "", second = "", third = "", fourth = ""] = begun;

  const photo3 = await upload(third);
  const photo1 = await upload(first, other);
  const photo4 = await upload(fourth);
  expect(await order()).toEqual([earlier, photo1, photo3, photo4]);

  // Someone moves the last photo to the front. It stays there when the missing one arrives.
  const byHand = [photo4, earlier, photo1, photo3];
  await admin.call(reorderAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids: byHand } });
  const photo2 = await upload(second, other);
  expect(await order()).toEqual([photo4, earlier, photo1, photo2, photo3]);
});

/** A request that stops in the middle: to the server it looks like a sender whose network is gone. */
async function stall({ admin, node, deps }: OwnServer, location: string, bytes: Buffer, sentBytes: number) {
  const writeTemp = vi.spyOn(deps.storage, "writeTemp");
  const request = rawRequest(node.url + location, {
    method: "PATCH",
    headers: {
      ...TUS,
      authorization: `Bearer ${admin.token}`,
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      "content-length": String(bytes.length),
    },
  });
  const isCut = new Promise((resolve) => request.on("error", resolve));
  request.write(bytes.subarray(0, sentBytes));
  await vi.waitFor(() => expect(writeTemp).toHaveBeenCalled(), { timeout: 30_000 });
  return { isCut };
}

test("what arrived before the connection broke is kept, and a new request does not wait for a dead one", async () => {
  const server = await startTestServer();
  const { admin, node, seed } = server;
  const bytes = await makePicture({ width: 300, height: 200 });
  const location = await begin(server, (await seed.album()).slug, bytes.length);
  const { isCut } = await stall(server, location, bytes, 300);

  expect(await readOffset(node.admin, location)).toBe(300);

  await isCut;
  expect((await sendBytes(admin, location, 300, bytes.subarray(300))).status).toBe(204);
  expect((await saveResultOf(admin, location)).photo?.filesize).toBe(bytes.length);
});

test("a stop keeps what has arrived, and does not wait for the rest", async () => {
  const server = await startTestServer();
  const bytes = await makePicture({ width: 300, height: 200 });
  const location = await begin(server, (await server.seed.album()).slug, bytes.length);
  const { isCut } = await stall(server, location, bytes, 300);

  const { admin } = await server.restart();

  await isCut;
  expect(await readOffset(admin, location)).toBe(300);
});

test("uploads that nobody finishes are limited, in number and in bytes, until they are finished, ended or expire", async () => {
  const server = await startTestServer();
  const { admin, seed, deps, clock } = server;
  const { slug } = await seed.album();
  const first = await begin(server, slug, 1_000);
  const row = await deps.db.selectFrom("upload").selectAll().executeTakeFirstOrThrow();
  const leave = async (count: number, length: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({ ...row, id: `${count}-${length}-${index}`, length }));
    for (let from = 0; from < count; from += 100)
      await deps.db
        .insertInto("upload")
        .values(rows.slice(from, from + 100))
        .execute();
    return () => deps.db.deleteFrom("upload").where("id", "like", `${count}-${length}-%`).execute();
  };
  const refused = async (length = 1_000) => {
    const response = await beginUpload(admin, { album: slug, length });
    return { status: response.status, wait: Number(response.headers.get("retry-after")), body: await response.json() };
  };

  const endMany = await leave(UPLOADS_MAX_UNFINISHED - 1, 1);
  clock.advanceMs(60 * 60 * 1000);
  expect(await refused()).toMatchObject({
    status: 429,
    // Within a minute: the clock goes on.
    wait: expect.closeTo(23 * 60 * 60, -2),
    body: { code: "UPLOADS_UNFINISHED", message: expect.stringContaining("1,000 uploads are unfinished") },
  });
  // What was begun continues.
  expect((await sendBytes(admin, first, 0, Buffer.alloc(10))).status).toBe(204);
  expect((await admin.fetch(first, { method: "DELETE", headers: TUS })).status).toBe(204);
  expect((await beginUpload(admin, { album: slug, length: 1_000 })).status).toBe(201);
  await endMany();

  await leave(40, bytesOfMb(UPLOADS_MAX_UNFINISHED_MB) / 40 - 100);
  expect((await beginUpload(admin, { album: slug, length: 1_000 })).status).toBe(201);
  expect(await refused(2_001)).toMatchObject({ status: 429, body: { message: expect.stringContaining("20,000MB") } });

  clock.advanceMs(23 * 60 * 60 * 1000);
  expect((await beginUpload(admin, { album: slug, length: 1_000_000 })).status).toBe(201);
});

test("an upload that is ended while its pictures are made leaves no photo", async () => {
  const server = await shareTestServer();
  const { admin, seed, deps } = server;
  const bytes = await makePicture();
  const location = await begin(server, (await seed.album()).slug, bytes.length);
  const { make } = deps.images;
  const made = Promise.withResolvers<void>();
  deps.images.make = async (...input) => {
    const pictures = await make(...input);
    expect((await admin.fetch(location, { method: "DELETE", headers: TUS })).status).toBe(204);
    made.resolve();
    return pictures;
  };
  try {
    await sendBytes(admin, location, 0, bytes);
    await made.promise;
  } finally {
    deps.images.make = make;
  }

  await expectNothingLeft(server);
  expect(await deps.db.selectFrom("photo").selectAll().execute()).toEqual([]);
  expect(await runCommand("doctor", deps.config, ["--allow-empty"])).toMatchObject({ code: 0 });
});
