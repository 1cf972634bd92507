import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import { createRoom, getRoom, type Room, updateRoom } from "../../../contract/rooms.ts";
import { updateSite } from "../../../contract/site.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { advanceIntervals, soon } from "../../../rig/server/advance-intervals.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { unzip } from "../../../rig/server/unzip.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

/** A slow line of today. */
const SLOW_BYTES_PER_MS = 150;

const archiveOf = async (response: Response) => unzip(Buffer.from(await response.arrayBuffer()));

test("a ZIP has all photos, or the chosen ones, under the names that the camera gave them, each once", async () => {
  const server = await shareTestServer();
  const bytes = [await makePicture(), await makePicture({ colour: "#204060" }), await makePicture({ format: "png" })];
  const names = ["DSC_0001.jpg", "dsc_0001.JPG", "Zürich – Nacht.png"];
  const ids: PhotoId[] = [];
  for (const [index, filename] of names.entries()) ids.push((await server.seed.picture({ filename }, bytes[index])).id);
  const lost = await server.seed.photo({ filename: "lost.jpg" });
  const { room } = await server.admin.call(createRoom, {
    body: { title: "Room", photo_ids: [...ids, lost.id], download: "original", selection: true },
  });
  const client = visitRoom(server, room);

  const nothing = await client.at("/download?picks=1");
  expect(nothing.status).toBe(409);
  await client.pick(ids[1] as PhotoId, { picked: true });
  const all = await client.at("/download?size=original");
  expect(all.headers.get("content-type")).toBe("application/zip");
  expect(all.headers.get("content-disposition")).toContain('filename="Room.zip"');
  const files = await archiveOf(all);
  expect([...files.keys()]).toEqual(["DSC_0001.jpg", "dsc_0001-2.JPG", "Zürich – Nacht.png", "missing-files.txt"]);
  expect(files.get("dsc_0001-2.JPG")).toEqual(bytes[1]);
  expect(files.get("missing-files.txt")?.toString()).toContain("lost.jpg");

  const chosen = await archiveOf(await client.at("/download?size=original&picks=1"));
  expect([...chosen.keys()]).toEqual(["dsc_0001.JPG"]);
  // Large pictures are made where they are missing, and are JPEG whatever the file was.
  const large = await archiveOf(await client.at("/download?size=large"));
  expect([...large.keys()]).toEqual(["DSC_0001.jpg", "dsc_0001-2.jpg", "Zürich – Nacht.jpg", "missing-files.txt"]);
  expect(large.get("Zürich – Nacht.jpg")?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});

test("one photo is a file of its own, under its own name, and recorded like the others", async () => {
  const server = await shareTestServer();
  const bytes = await makePicture({ format: "png" });
  const { id } = await server.seed.picture({ filename: "Zürich.png", mime_type: "image/png" }, bytes);
  const elsewhere = await server.seed.picture();
  const make = async (download: "none" | "large" | "original") => {
    const body = { title: "Room", photo_ids: [id], download };
    return (await server.admin.call(createRoom, { body })).room;
  };
  const room = await make("original");
  const client = visitRoom(server, room);

  const original = await client.at(`/download?photo_id=${id}`);
  expect(original.headers.get("content-type")).toBe("image/png");
  expect(original.headers.get("content-disposition")).toContain("filename*=UTF-8''Z%C3%BCrich.png");
  expect(Buffer.from(await original.arrayBuffer())).toEqual(bytes);
  const large = await visitRoom(server, await make("large")).at(`/download?photo_id=${id}`);
  expect(large.headers.get("content-disposition")).toContain("filename*=UTF-8''Z%C3%BCrich.jpg");
  expect(Buffer.from(await large.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  const { downloads } = await server.admin.call(getRoom, { params: { id: room.id } });
  expect(downloads).toMatchObject([{ size: "original", photo_count: 1 }]);

  expect((await client.at(`/download?photo_id=${elsewhere.id}`)).status).toBe(404);
  expect((await visitRoom(server, await make("none")).at(`/download?photo_id=${id}`)).status).toBe(403);
});

test("the pictures in a download carry the owner's notice about training, as long as there is one", async () => {
  const server = await shareTestServer();
  const { seed, admin } = server;
  const picture = await seed.picture({ album: await seed.album() });
  const { room } = await admin.call(createRoom, {
    body: { title: "Room", photo_ids: [picture.id], download: "large" },
  });
  const client = visitRoom(server, room);
  for (const ai_training of ["forbid", "allow"] as const) {
    await admin.call(updateSite, { body: { ai_training } });
    const [shown] = (await client.data()).data.photos;
    const large = Buffer.from(await (await client.fetch(shown?.image_urls.large ?? "")).arrayBuffer());
    const [bytes] = (await archiveOf(await client.at("/download"))).values();
    expect(bytes).toEqual(large);
    expect(bytes?.includes("DMI-PROHIBITED-AIMLTRAINING")).toBe(ai_training === "forbid");
  }
});

test("a download that is under way ends with the room", async () => {
  const server = await shareTestServer();
  // More than fits into the buffers between the two ends of a connection.
  const file = Buffer.alloc(12 * 1024 * 1024);
  const ids: PhotoId[] = [];
  for (let index = 0; index < 3; index++) ids.push((await server.seed.picture({ filename: `${index}.jpg` }, file)).id);
  const { room } = await server.admin.call(createRoom, {
    body: { title: "Room", photo_ids: ids, download: "original" },
  });
  const [response] = await once(get(`${server.url}${room.url}/download`), "response");
  await once(response, "readable");

  await server.admin.call(updateRoom, { params: { id: room.id }, body: { closed: true } });

  let received = 0;
  response.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  expect(await endOf(response)).toBe("cut");
  expect(received).toBeLessThan(3 * file.length);
});

/** A room whose archive does not fit into the buffers of a connection, and a client that only begins to read it. */
async function startWithLargeRoom() {
  const server = await startTestServer({ TRUST_PROXY: "1" });
  const large = await server.seed.picture({}, Buffer.alloc(24 * 1024 * 1024));
  const makeRoom = async () =>
    (
      await server.admin.call(createRoom, {
        body: { title: "Room", photo_ids: [large.id], download: "original" as const },
      })
    ).room;
  const begun: IncomingMessage[] = [];
  /** The server waits for downloads when it stops. */
  const leave = () => {
    for (const response of begun) response.destroy();
  };
  const begin = async (room: Room, ip: string): Promise<IncomingMessage> => {
    // Each node counts its own.
    const request = get(`${server.node.url}${room.url}/download`, { headers: { "x-forwarded-for": ip } });
    const [response]: IncomingMessage[] = await once(request, "response");
    if (!response) throw new Error("no response");
    begun.push(response);
    return response;
  };
  return { makeRoom, begin, leave };
}

test("one link takes at most three downloads at a time, and one visitor two, so others still get theirs", async () => {
  const { makeRoom, begin, leave } = await startWithLargeRoom();
  const [room, other] = [await makeRoom(), await makeRoom()];
  const statusOf = async (which: Room, ip: string) => (await begin(which, ip)).statusCode;

  expect(await statusOf(room, "203.0.113.1")).toBe(200);
  const second = await begin(room, "203.0.113.1");
  expect(second.statusCode).toBe(200);
  expect(await statusOf(other, "203.0.113.1")).toBe(503);
  expect(await statusOf(room, "203.0.113.2")).toBe(200);
  const refused = await begin(room, "203.0.113.3");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "5"]);
  expect(await statusOf(other, "203.0.113.3")).toBe(200);

  second.destroy();
  await expect.poll(() => statusOf(room, "203.0.113.4")).toBe(200);
  leave();
});

test("downloads that nobody reads for a minute end, and one that is read slowly does not", async () => {
  advanceIntervals();
  const { makeRoom, begin, leave } = await startWithLargeRoom();
  const room = await makeRoom();
  const slow = await begin(room, "203.0.113.1");
  let readForMs = 0;
  slow.on("data", ({ length }: Buffer) => {
    // The system takes more from the server only after a few megabytes have been read.
    const ms = Math.ceil(length / SLOW_BYTES_PER_MS);
    vi.advanceTimersByTime(ms);
    readForMs += ms;
  });
  expect(await endOf(slow)).toBe("end");
  expect(readForMs).toBeGreaterThan(2 * 60_000);

  for (const ip of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) expect((await begin(room, ip)).statusCode).toBe(200);
  expect((await begin(room, "203.0.113.4")).statusCode).toBe(503);
  await soon(async () => expect((await begin(room, "203.0.113.4")).statusCode).toBe(200));
  leave();
});

const endOf = (response: IncomingMessage) =>
  new Promise((resolve) =>
    response
      .resume()
      .once("end", () => resolve("end"))
      .once("error", () => resolve("cut")),
  );

test("a room offers sizes for the web and for printing beside the originals, and tells the owner who took them", async () => {
  const server = await shareTestServer();
  const { admin } = server;
  const bytes = await makePicture({ width: 3000, height: 2000 });
  const photo = await server.seed.picture({ filename: "DSC_0001.jpg", width: 3000, height: 2000 }, bytes);
  const body = { title: "Delivery", photo_ids: [photo.id], download: "original" as const };
  const { room } = await admin.call(createRoom, { body });
  const client = visitRoom(server, room);
  for (const [size, edge] of [
    ["web", 2048],
    ["large", 2400],
    ["print", 3000],
  ] as const) {
    const files = await archiveOf(await client.at(`/download?size=${size}`));
    const { width } = await sharp([...files.values()][0]).metadata();
    expect([size, [...files.keys()], width]).toEqual([size, ["DSC_0001.jpg"], edge]);
  }

  const params = { id: room.id };
  const read = async () => (await admin.call(getRoom, { params })).downloads;
  await vi.waitFor(async () =>
    expect(await read()).toMatchObject(
      ["print", "large", "web"].map((size) => ({ name: "", size, photo_count: 1, finished_on: expect.any(String) })),
    ),
  );
  await admin.call(updateRoom, { params, body: { download: "large" } });
  expect((await client.at("/download?size=print")).status).toBe(403);
  await admin.call(updateRoom, { params, body: { max_px: 1200 } });
  for (const size of ["web", "large"]) {
    const files = await archiveOf(await client.at(`/download?size=${size}`));
    expect((await sharp([...files.values()][0]).metadata()).width).toBe(1200);
  }
});
