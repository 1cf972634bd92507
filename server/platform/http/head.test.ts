import { expect, test, vi } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { downloadQuickCollection } from "../../../contract/curation.ts";
import { downloadLibrary } from "../../../contract/export.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { createRoom, listRooms } from "../../../contract/rooms.ts";
import type { Client } from "../../../rig/client.ts";
import { recordStatements } from "../../../rig/server/record-statements.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";

/** The archives of a library with one photo, by URL. */
async function makeArchives({ admin, seed }: TestServer): Promise<string[]> {
  const { id } = await seed.picture({ filename: "a.jpg" });
  await admin.call(updatePhoto, { params: { id }, body: { quick_collection: true } });
  const { room } = await admin.call(createRoom, {
    body: { title: "Room", photo_ids: [id], download: "original", selection: true },
  });
  return [
    (await admin.call(downloadQuickCollection)).url,
    (await admin.call(downloadLibrary)).url,
    `${room.url}/download`,
    `/api/v1/admin/rooms/${room.id}/selection.zip`,
  ];
}

const HEADERS = ["content-type", "content-disposition", "cache-control"];

async function headersOf(client: Client, method: "GET" | "HEAD", path: string) {
  const response = await client.fetch(path, { method });
  await response.arrayBuffer();
  return [path, response.status, ...HEADERS.map((name) => response.headers.get(name))];
}

test("HEAD of an archive has the headers of GET, reads no file and is no download", async () => {
  const server = await startTestServer();
  const archives = await makeArchives(server);
  const opened = vi.spyOn(server.deps.storage, "open");

  const heads = [];
  for (const path of archives) heads.push(await headersOf(server.node.admin, "HEAD", path));
  const gets = [];
  for (const path of archives) gets.push(await headersOf(server.node.admin, "GET", path));

  expect(heads).toEqual(gets);
  // One for each GET of an archive with photos. They came last, so that a HEAD that reads has read by now.
  expect(opened).toHaveBeenCalledTimes(3);
  const { events } = await server.admin.call(listActivity);
  expect(events.filter(({ action }) => action === "collection-downloaded")).toHaveLength(1);
});

test("HEAD of all photos has the headers of GET, and reads no photo", async () => {
  const server = await startTestServer();
  await server.seed.photos(3);
  const path = "/api/v1/admin/photos";
  let head: unknown;

  const statements = await recordStatements(server.deps, async () => {
    head = await headersOf(server.node.admin, "HEAD", path);
    expect((await server.node.admin.fetch(`${path}?category=nowhere`, { method: "HEAD" })).status).toBe(422);
  });

  expect(head).toEqual(await headersOf(server.node.admin, "GET", path));
  expect(statements.filter((sql) => /"photo(_count)?"/.test(sql))).toEqual([]);
});

test("HEAD of a room's page, as programs check links, does not count as opened", async () => {
  const server = await shareTestServer();
  const { id } = await server.seed.photo();
  const { room } = await server.admin.call(createRoom, { body: { title: "Room", photo_ids: [id] } });
  const opened = async () => (await server.admin.call(listRooms)).rooms[0]?.opened_count;

  for (const path of [room.url, `${room.url}/photo/${id}`, `${room.url}/data`]) {
    expect((await server.visitor.fetch(String(path), { method: "HEAD" })).status).toBe(200);
  }
  expect(await opened()).toBe(0);
  await server.visitor.fetch(String(room.url));
  expect(await opened()).toBe(1);
});

test("HEAD of an archive that the link does not allow is refused like GET", async () => {
  const server = await shareTestServer();
  const [signed = ""] = await makeArchives(server);
  const forged = signed.replace(/signature=.*/, "signature=forged");

  expect(await headersOf(server.visitor, "HEAD", forged)).toEqual(await headersOf(server.visitor, "GET", forged));
  expect((await server.visitor.fetch(forged, { method: "HEAD" })).status).toBe(403);
});
