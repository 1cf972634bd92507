import { expect, test } from "vitest";
import { listRooms, type Room, updateRoom } from "../../../contract/rooms.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import {
  ask,
  expectPrivate,
  expectSilent,
  FORM,
  PASSWORD,
  type Rooms,
  startWithRooms,
} from "../../../rig/server/private-room.ts";
import { unzip } from "../../../rig/server/unzip.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

/** Every way to ask a room for something. */
async function pathsOf(server: Rooms, room: Room): Promise<{ path: string; init?: RequestInit }[]> {
  const client = visitRoom(server, room);
  if (room.has_password) await client.unlock(PASSWORD);
  const { data } = await client.data();
  const [photo] = data.photos;
  const json = { "content-type": "application/json" };
  return [
    { path: "" },
    { path: `/photo/${server.secret.id}` },
    { path: "/data" },
    { path: "/selection" },
    { path: `/picks/${server.secret.id}`, init: { method: "PUT", headers: json, body: '{"picked":true}' } },
    { path: `/picks/${server.secret.id}`, init: { method: "POST", headers: FORM, body: "picked=1" } },
    { path: "/send", init: { method: "POST", headers: json, body: '{"name":"Ana"}' } },
    { path: "/send", init: { method: "POST", headers: FORM, body: "name=Ana" } },
    { path: "/download" },
    { path: "/download?size=large" },
    { path: "/download?picks=1" },
    ...Object.values({ ...photo?.image_urls, ...photo?.sources.avif }).map((url) => ({
      path: String(url).slice(room.url?.length),
    })),
  ];
}

const PICTURE = /^\/images\//;

test("without a grant, or with a wrong, an ended or another room's, nothing in a room can be reached", async () => {
  const server = await startWithRooms();
  const room = await server.make({ password: PASSWORD });
  const other = await server.make({ password: PASSWORD });
  const paths = await pathsOf(server, room);

  const foreign = visitRoom(server, other);
  await foreign.unlock(PASSWORD);
  const ended = visitRoom(server, room);
  await ended.unlock(PASSWORD);
  const tampered = ended.cookie().replace(/=(\d+)\./, (_, expires) => `=${Number(expires) + 1}.`);
  const cookies = { none: "", wrong: "vitrine_room=1.x", foreign: foreign.cookie(), tampered };
  for (const [whose, cookie] of Object.entries(cookies)) {
    for (const { path, init } of paths) {
      const response = await ask(server, room, path, init, cookie);
      const expected = PICTURE.test(path) ? 404 : 401;
      expect([whose, init?.method, path, response.status]).toEqual([whose, init?.method, path, expected]);
      expectPrivate(path, response);
      await expectSilent(server, room, await response.text());
    }
  }
  for (const { path, init } of paths) {
    const response = await ask(server, room, path, init, ended.cookie());
    expect([path, response.status]).toEqual([path, expect.toBeOneOf([200, 303, 409])]);
    expectPrivate(path, response);
    await response.body?.cancel();
  }

  server.clock.advanceMs(31 * 24 * 60 * 60 * 1000);
  expect(await ended.status()).toBe(401);
});

test.each(["closed", "expired", "unknown"] as const)(
  "a room that is %s responds to everything as if it did not exist",
  async (state) => {
    const server = await startWithRooms();
    const room = await server.make({ password: PASSWORD });
    const paths = await pathsOf(server, room);
    const client = visitRoom(server, room);
    await client.unlock(PASSWORD);
    const params = { id: room.id };
    if (state === "closed") await server.admin.call(updateRoom, { params, body: { closed: true } });
    if (state === "expired") await server.admin.call(updateRoom, { params, body: { expires_on: "2020-01-01" } });
    const shown = state === "unknown" ? { ...room, url: `/s/${"x".repeat(32)}` } : room;

    for (const { path, init } of [...paths, { path: "/unlock", init: unlockWith(PASSWORD) }]) {
      const [response, unknown] = [
        await ask(server, shown, path, init, client.cookie()),
        await ask(server, { ...room, url: `/s/${"y".repeat(32)}` }, path, init, ""),
      ];
      expect([path, response.status]).toEqual([path, 404]);
      expectPrivate(path, response);
      const [text, same] = [await response.text(), await unknown.text()];
      expect([path, text]).toEqual([path, same]);
      expect([...response.headers.keys()]).toEqual([...unknown.headers.keys()]);
      await expectSilent(server, room, text);
    }
    const page = await (await ask(server, shown, "", undefined, "")).text();
    expect(page).toContain("This gallery is no longer open, or the link is incomplete");
    expect(page).toContain('href="/contact"');
    expect(page).not.toContain("<img");
  },
);

test("a photo that has left an open room is a 404 in the room's own frame, with the way back", async () => {
  const server = await startWithRooms();
  const room = await server.make();

  const page = await ask(server, room, "/photo/999999", undefined, "");

  expect(page.status).toBe(404);
  const text = await page.text();
  expect(text).toContain("It is no longer in this gallery.");
  expect(text).toContain(`href="${room.url}"`);
});

test("a new password ends every grant and every picture URL given before", async () => {
  const server = await startWithRooms();
  const room = await server.make({ password: PASSWORD });
  const client = visitRoom(server, room);
  await client.unlock(PASSWORD);
  const thumb = await thumbOf(client);
  expect((await client.fetch(thumb)).status).toBe(200);

  await server.admin.call(updateRoom, { params: { id: room.id }, body: { password: "another one" } });

  expect(await client.status()).toBe(401);
  expect((await client.fetch(thumb)).status).toBe(404);
  expect((await client.unlock(PASSWORD)).status).toBe(401);
  expect((await client.unlock("another one")).status).toBe(200);
  expect((await client.fetch(thumb)).status).toBe(404);
  expect((await client.fetch(await thumbOf(client))).status).toBe(200);

  const { room: opened } = await server.admin.call(updateRoom, { params: { id: room.id }, body: { password: null } });
  expect(opened.has_password).toBe(false);
  expect(await visitRoom(server, room).status()).toBe(200);
});

test("a room's pictures end with it at once, on every server, also those that were in memory", async () => {
  const server = await startWithRooms();
  const room = await server.make();
  const client = visitRoom(server, room);
  const other = visitRoom(await server.startAnother(), room);
  const thumb = await thumbOf(client);
  const params = { id: room.id };
  for (const one of [client, other, client, other]) expect((await one.fetch(thumb)).status).toBe(200);
  const gone = async () => [(await client.fetch(thumb)).status, (await other.fetch(thumb)).status];

  await server.admin.call(updateRoom, { params, body: { closed: true } });
  expect(await gone()).toEqual([404, 404]);
  await server.admin.call(updateRoom, { params, body: { closed: false } });
  expect(await gone()).toEqual([200, 200]);
  await server.admin.call(trashPhoto, { params: { id: server.secret.id } });
  expect(await gone()).toEqual([404, 404]);
  // The photo is private, so its public URLs never worked.
  expect((await client.fetch(thumb.replace(/^.*\/images\/[^/]+/, "/images"))).status).toBe(404);
});

test("originals have a URL and leave only where the owner allowed them, with their metadata only in the archive", async () => {
  const server = await startWithRooms();
  const large = visitRoom(server, await server.make({ download: "large" }));
  const original = visitRoom(server, await server.make({ download: "original" }));
  const none = visitRoom(server, await server.make({ download: "none" }));

  const [photo] = (await large.data()).data.photos;
  expect(Object.keys(photo?.image_urls ?? {}).sort()).toEqual(["large", "medium", "thumb", "xlarge"]);
  expect(photo?.images).toEqual({ thumbnail: expect.any(String) });
  const forged = photo?.image_urls.thumb.replace("thumb-", "original-") ?? "";
  expect((await large.fetch(forged)).status).toBe(404);
  expect((await large.at("/download?size=original")).status).toBe(403);
  expect((await none.at("/download?size=large")).status).toBe(403);
  expect((await none.at("/download")).status).toBe(403);

  const [full] = (await original.data()).data.photos;
  expect((await original.fetch(full?.image_urls.original ?? "")).status).toBe(200);
  const files = unzip(Buffer.from(await (await original.at("/download?size=original")).arrayBuffer()));
  expect(files.get("SECRET_0001.jpg")?.includes("PLANTED-SECRET")).toBe(true);
  const smaller = unzip(Buffer.from(await (await large.at("/download")).arrayBuffer()));
  expect([...smaller.keys()]).toEqual(["SECRET_0001.jpg"]);
  expect(smaller.get("SECRET_0001.jpg")?.includes("PLANTED-SECRET")).toBe(false);
});

test("a copy of the database opens no room, but the owner can copy the link again", async () => {
  const server = await startWithRooms();
  const room = await server.make({ password: PASSWORD });
  const { token } = visitRoom(server, room);
  const rows = JSON.stringify([
    await server.deps.db.selectFrom("room").selectAll().execute(),
    await server.deps.db.selectFrom("audit_log").selectAll().execute(),
  ]);

  expect(rows).not.toContain(token);
  expect(rows).not.toContain(PASSWORD);
  expect((await server.admin.call(listRooms)).rooms[0]?.url).toBe(`/s/${token}`);
});

const unlockWith = (password: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ password }),
});

async function thumbOf(client: ReturnType<typeof visitRoom>): Promise<string> {
  return (await client.data()).data.photos[0]?.image_urls.thumb ?? "";
}
