import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, test, vi } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import { createRoom, getRoom, updateRoom } from "../../../contract/rooms.ts";
import { updateSite } from "../../../contract/site.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { unzip } from "../../../rig/server/unzip.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

const SIZES = ["original", "large", "web", "print"] as const;

async function seedRoom(server: Awaited<ReturnType<typeof shareTestServer>>) {
  const ids: PhotoId[] = [];
  for (const [index, colour] of ["#204060", "#a03010", "#80a020", "#101010"].entries()) {
    const bytes = await makePicture({ width: 500 + index, height: 300, colour });
    ids.push((await server.seed.picture({ filename: "DSC_0001.jpg", width: 500 + index, height: 300 }, bytes)).id);
  }
  const { room } = await server.admin.call(createRoom, {
    body: { title: "Ana & Rui", photo_ids: ids, download: "original", selection: true },
  });
  return { ids, room, client: visitRoom(server, room) };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a ZIP that breaks off at any byte goes on there, and is the same byte for byte, in every size", async () => {
  const server = await shareTestServer();
  const { client, ids } = await seedRoom(server);
  for (const size of SIZES) {
    const at = (range?: string, etag?: string) =>
      client.at(`/download?size=${size}`, {
        headers: { ...(range && { range }), ...(etag && { "if-range": etag }) },
      });
    // The first one has made what was missing.
    const made = await bytesOf(await at());
    const response = await at();
    const etag = response.headers.get("etag") ?? "";
    expect(response.headers.get("content-disposition")).toContain('filename="Ana & Rui.zip"');
    expect(etag).toMatch(/^"[\w-]{40,}"$/);
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    const whole = await bytesOf(response);
    expect(response.headers.get("content-length")).toBe(String(whole.length));
    expect(whole.equals(made)).toBe(true);
    expect(unzip(whole).size).toBe(ids.length);

    const places = Array.from({ length: 12 }, () => 1 + Math.floor(Math.random() * (whole.length - 2)));
    for (const place of [...places, whole.length - 1, whole.length - 30, 1]) {
      const rest = await at(`bytes=${place}-`, etag);
      expect([place, rest.status]).toEqual([place, 206]);
      expect(rest.headers.get("content-range")).toBe(`bytes ${place}-${whole.length - 1}/${whole.length}`);
      expect(Buffer.concat([whole.subarray(0, place), await bytesOf(rest)]).equals(whole)).toBe(true);
    }
    const [from = 0, to = 0] = places.slice(0, 2).sort((a, b) => a - b);
    expect((await bytesOf(await at(`bytes=${from}-${to}`))).equals(whole.subarray(from, to + 1))).toBe(true);
    expect((await bytesOf(await at("bytes=-40"))).equals(whole.subarray(-40))).toBe(true);
    const behind = await at(`bytes=${whole.length}-`);
    expect([behind.status, behind.headers.get("content-range")]).toEqual([416, `bytes */${whole.length}`]);
    expect((await at("bytes=5-", '"another"')).status).toBe(200);
  }
});

test("a server that never sent the beginning sends the rest, with the checksums of all", async () => {
  const first = await shareTestServer();
  const { client, ids, room } = await seedRoom(first);
  const lost = await first.seed.photo({ filename: "lost.jpg" });
  await first.admin.call(updateRoom, { params: { id: room.id }, body: { photo_ids: [...ids, lost.id] } });
  const whole = await bytesOf(await client.at("/download"));
  expect(unzip(whole).get("missing-files.txt")?.toString()).toContain("lost.jpg");
  // Its own memory knows nothing of these files.
  vi.resetModules();
  const { planArchive } = await import("./room-archive.ts");
  const { findVisit } = await import("./room-access.ts");
  const visit = await findVisit(first.deps, client.token);
  if (!visit) throw new Error("the room is not open");
  const plan = await planArchive(first.deps, { visit, size: "original", selectionId: undefined });
  const start = Math.floor(whole.length * 0.6);
  const rest: Buffer[] = [];
  for await (const chunk of plan?.read({ start, end: whole.length - 1 }) ?? []) rest.push(chunk);
  expect(Buffer.concat(rest).equals(whole.subarray(start))).toBe(true);
});

test("after a change of any kind, the whole archive is sent again", async () => {
  const server = await shareTestServer();
  const { client, ids, room } = await seedRoom(server);
  const [one = ids[0], two] = ids as [PhotoId, PhotoId];
  const params = { id: room.id };
  const replace = async () => {
    const form = new FormData();
    form.append("photo", new Blob([Uint8Array.from(await makePicture({ width: 640 }))]), "edit.jpg");
    await server.admin.fetch(`/api/v1/admin/photos/${one}/file`, { method: "PUT", body: form });
  };
  const changes: [string, () => Promise<unknown>][] = [
    ["original", replace],
    ["original", () => server.admin.call(updateRoom, { params, body: { photo_ids: [one, two] } })],
    ["large", () => server.admin.call(updateSite, { body: { ai_training: "forbid" } })],
    ["large", replace],
  ];
  for (const [size, change] of changes) {
    const path = `/download?size=${size}`;
    await bytesOf(await client.at(path));
    const before = await client.at(path);
    const etag = before.headers.get("etag") ?? "";
    await bytesOf(before);
    await change();
    const after = await client.at(path, { headers: { range: "bytes=100-", "if-range": etag } });
    expect([size, after.status, after.headers.get("content-range")]).toEqual([size, 200, null]);
    expect(unzip(await bytesOf(after)).size).toBeGreaterThan(1);
  }
});

test("a download that is cut off and goes on is one line for the owner, finished when its last byte is sent", async () => {
  const server = await startTestServer();
  const bytes = Buffer.alloc(16 * 1024 * 1024, "photograph");
  const photo = await server.seed.picture({ filename: "large.jpg" }, bytes);
  const { room } = await server.admin.call(createRoom, {
    body: { title: "Room", photo_ids: [photo.id], download: "original" },
  });
  const [response]: IncomingMessage[] = await once(get(`${server.url}${room.url}/download`), "response");
  if (!response) throw new Error("no response");
  const received: Buffer[] = [];
  for await (const chunk of response) {
    received.push(chunk);
    if (Buffer.concat(received).length > 2_000_000) break;
  }
  response.destroy();
  const start = Buffer.concat(received);
  const rest = await visitRoom(server, room).at("/download", {
    headers: { range: `bytes=${start.length}-`, "if-range": response.headers.etag ?? "" },
  });
  expect(rest.status).toBe(206);
  expect(
    unzip(Buffer.concat([start, await bytesOf(rest)]))
      .get("large.jpg")
      ?.equals(bytes),
  ).toBe(true);
  const read = async () => (await server.admin.call(getRoom, { params: { id: room.id } })).downloads;
  await vi.waitFor(async () =>
    expect(await read()).toMatchObject([{ size: "original", photo_count: 1, finished_on: expect.any(String) }]),
  );
});
