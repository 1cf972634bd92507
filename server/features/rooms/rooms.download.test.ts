import { once } from "node:events";
import { get } from "node:http";
import { expect, test } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import { createRoom, updateRoom } from "../../../contract/rooms.ts";
import { updateSite } from "../../../contract/site.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";
import { unzip } from "../../../rig/server/unzip.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

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
  expect(all.headers.get("content-disposition")).toBe('attachment; filename="photos.zip"');
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
  const end = await new Promise((resolve) => {
    response.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    response.on("end", () => resolve("end"));
    response.on("error", () => resolve("cut"));
  });
  expect(end).toBe("cut");
  expect(received).toBeLessThan(3 * file.length);
});
