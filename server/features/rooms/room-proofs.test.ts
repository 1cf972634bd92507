import sharp from "sharp";
import { expect, test } from "vitest";
import { PICTURE_SIZES } from "../../../contract/limits.ts";
import * as contract from "../../../contract/rooms.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { type OwnServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { visitRoom } from "../../../rig/visit-room.ts";
import { deleteLeftPictures } from "./room-pictures.ts";

/** A field of one colour: whatever differs from it is a watermark. */
async function startWithRoom(values: object, env: Record<string, string> = {}) {
  const server = await startTestServer(env);
  const album = await server.seed.album({ title: "Wedding" });
  const bytes = await makePicture({ width: 3000, height: 2000, colour: "#808080" });
  const { body } = await upload(server.admin, album, [{ name: "DSC_0001.jpg", bytes }]);
  const [photo] = body.photos;
  if (!photo) throw new Error("the upload returned no photo");
  const body_ = { title: "Proofs", photo_ids: [photo.id], selection: true, ...values };
  const { room } = await server.admin.call(contract.createRoom, { body: body_ as never });
  return { ...server, album, photo, room, params: { id: room.id }, client: visitRoom(server, room) };
}

const roomFiles = async ({ deps }: OwnServer) => {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list()) if (key.startsWith("rooms/")) keys.push(key);
  return keys;
};

async function measure(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const { channels } = await sharp(bytes).stats();
  return { edge: Math.max(width, height), isMarked: channels.some(({ stdev }) => stdev > 3) };
}

/** Every address that the room's pages and data name, and those that a visitor may make of them. */
async function crawl(client: ReturnType<typeof visitRoom>, photo: { id: number }): Promise<string[]> {
  const found = new Set<string>();
  for (const path of ["", `/photo/${photo.id}`, "/data", "/selection", "/download", "/download?size=original"]) {
    const response = await client.at(path);
    if (!/html|json/.test(response.headers.get("content-type") ?? "")) found.add(path);
    const text = (await response.text()).replaceAll("\\/", "/");
    for (const [url] of text.matchAll(/\/(s|images)\/[^\s"'<>\\),]+/g)) found.add(url.replaceAll("&amp;", "&"));
  }
  for (const url of [...found].filter((each) => /\.(jpg|avif)$/.test(each))) {
    for (const size of [...PICTURE_SIZES, "before-large"]) {
      for (const extension of ["jpg", "avif", "hdr.jpg"]) {
        found.add(url.replace(/[\w-]+-(\d+)\.[.\w]+$/, `${size}-$1.${extension}`));
      }
    }
    found.add(url.replace(/[^/]+$/, "file"));
  }
  return [...found];
}

test("no address of a room with a watermark gives a clean or a larger picture", async () => {
  const server = await startWithRoom({ watermark: "© Mira Holt", max_px: 1200 });
  const { client, photo, room, params, admin } = server;
  expect(room).toMatchObject({ watermark: "© Mira Holt", download: "none" });
  await admin.call(contract.updateRoom, { params, body: { cover_photo_id: photo.id } });
  // Private, so that only the room shows it.
  await server.deps.db.updateTable("photo").set({ visibility: 1 }).execute();

  const urls = [...(await crawl(client, photo)), `${room.url}/cover.jpg`];

  let pictures = 0;
  for (const url of urls) {
    const response = await client.fetch(url);
    if (!response.headers.get("content-type")?.startsWith("image/") || response.status !== 200) continue;
    pictures++;
    expect([url, await measure(response)]).toEqual([url, { edge: expect.any(Number), isMarked: true }]);
    const again = await measure(await client.fetch(url));
    expect(again.edge).toBeLessThanOrEqual(1200);
  }
  // Three sizes in two formats, each once in storage; larger ones give the same. The cover is one of them.
  expect(pictures).toBeGreaterThanOrEqual(11);
  expect(new Set(await roomFiles(server)).size).toBe(6);
  expect((await client.at("/download")).status).toBe(403);
  expect((await client.at(`/download?photo_id=${photo.id}`)).status).toBe(403);
  const { data } = await client.data();
  expect(data.photos[0]).toMatchObject({ width: 1200, height: 800, hdr: false });
});

test("a watermark and a download exclude each other", async () => {
  const { admin, params, photo } = await startWithRoom({ download: "large" });
  const refused = { status: 422, body: { code: "VALIDATION", errors: { download: [expect.any(String)] } } };
  const update = (body: object) => admin.refused(contract.updateRoom, { params, body: body as never });
  expect(await update({ watermark: "Proof" })).toMatchObject(refused);
  const body = { title: "Proofs", photo_ids: [photo.id], watermark: "Proof", download: "original" };
  expect(await admin.refused(contract.createRoom, { body: body as never })).toMatchObject(refused);
  await admin.call(contract.updateRoom, { params, body: { watermark: "Proof", download: "none" } });
  expect(await update({ download: "large" })).toMatchObject(refused);
  expect((await admin.call(contract.updateRoom, { params, body: { watermark: "" } })).room.watermark).toBeNull();
});

test("a picture of a room is made once, made again of another text, and deleted with the room", async () => {
  const server = await startWithRoom({ watermark: "One" });
  const { client, params, admin, room, photo, deps } = server;
  const { data } = await client.data();
  const url = data.photos[0]?.image_urls.medium ?? "";
  const [first, second] = await Promise.all([client.fetch(url), client.fetch(url)]);
  const one = Buffer.from(await first.arrayBuffer());
  expect(Buffer.from(await second.arrayBuffer()).equals(one)).toBe(true);
  const files = await roomFiles(server);
  expect(files).toHaveLength(1);
  const etag = first.headers.get("etag") ?? "";
  expect((await client.fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  const part = await client.fetch(url, { headers: { range: "bytes=10-19" } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);

  await admin.call(contract.updateRoom, { params, body: { watermark: "Another text" } });
  expect(await roomFiles(server)).toEqual([]);
  const two = Buffer.from(await (await client.fetch(url)).arrayBuffer());
  expect(two.equals(one)).toBe(false);
  // A file that storage has lost is made again.
  await deps.storage.delete(await roomFiles(server));
  expect((await client.fetch(url)).status).toBe(200);

  await admin.call(contract.deleteRoom, { params });
  expect(await roomFiles(server)).toEqual([]);
  const body = { title: "Again", photo_ids: [photo.id], watermark: "One" };
  const again = visitRoom(server, (await admin.call(contract.createRoom, { body })).room);
  await again.fetch((await again.data()).data.photos[0]?.image_urls.thumb ?? "");
  expect(await roomFiles(server)).toHaveLength(1);
  // As the retention of rooms does.
  await deps.db.deleteFrom("room").where("id", "<>", room.id).execute();
  await deleteLeftPictures(deps);
  expect(await roomFiles(server)).toEqual([]);
  expect(await deps.db.selectFrom("room_picture").selectAll().execute()).toEqual([]);
});

test("the pictures of rooms stay within the disk budget", async () => {
  const server = await startWithRoom({ watermark: "Proof" }, { ON_DEMAND_MB: "1" });
  const { client, deps } = server;
  const urls = (await client.data()).data.photos[0]?.image_urls;
  await client.fetch(urls?.thumb ?? "");
  await deps.db.updateTable("room_picture").set({ bytes: 999_999 }).execute();
  const [old] = await roomFiles(server);
  await client.fetch(urls?.medium ?? "");

  const kept = await roomFiles(server);
  expect(kept).toHaveLength(1);
  expect(kept).not.toContain(old);
});

test("a photo whose file was replaced shows what it was before, in the room alone", async () => {
  const server = await startWithRoom({ watermark: null });
  const { client, admin, params, photo } = server;
  const form = new FormData();
  form.append("photo", new Blob([Uint8Array.from(await makePicture({ width: 900, height: 600 }))]), "edit.jpg");
  await admin.fetch(`/api/v1/admin/photos/${photo.id}/file`, { method: "PUT", body: form });
  await client.pick(photo.id, { picked: true });
  expect((await client.data()).data.photos[0]).toMatchObject({ changed: false, before: null });

  await admin.call(contract.startRound, { params, body: {} });

  const [shown] = (await client.data()).data.photos;
  expect(shown?.changed).toBe(true);
  const before = await client.fetch(shown?.before?.medium ?? "");
  expect(before.headers.get("cache-control")).toBe("no-store");
  const { dominant } = await sharp(Buffer.from(await before.arrayBuffer())).stats();
  expect(Math.abs(dominant.r - 128)).toBeLessThan(12);
  expect(Math.abs(dominant.b - 128)).toBeLessThan(12);
  const guess = (shown?.before?.medium ?? "").replace("before-medium", "before-original");
  expect((await client.fetch(guess)).status).toBe(404);
});
