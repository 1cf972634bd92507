import { expect, test } from "vitest";
import { createRoom, listRooms, type Room, updateRoom } from "../../../contract/rooms.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { visitRoom } from "../../../rig/visit-room.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { unzip } from "../../testing/unzip.ts";

const PASSWORD = "open sesame";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function startWithRooms(env: Record<string, string> = {}) {
  const server = await startTestServer(env);
  const album = await server.seed.album({ title: "Wedding" });
  const secret = await server.seed.picture({
    album,
    filename: "SECRET_0001.jpg",
    visibility: 1,
    title: "Hidden title",
  });
  const make = async (given: object = {}) => {
    const body = { title: "Ana and Ben", photo_ids: [secret.id], download: "original", selection: true, ...given };
    return (await server.admin.call(createRoom, { body: body as never })).room;
  };
  return { ...server, album, secret, make };
}

type Rooms = Awaited<ReturnType<typeof startWithRooms>>;

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
      const answer = await ask(server, room, path, init, cookie);
      const expected = PICTURE.test(path) ? 404 : 401;
      expect([whose, init?.method, path, answer.status]).toEqual([whose, init?.method, path, expected]);
      expectPrivate(path, answer);
      await expectSilent(server, room, await answer.text());
    }
  }
  for (const { path, init } of paths) {
    const answer = await ask(server, room, path, init, ended.cookie());
    expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 303, 409])]);
    expectPrivate(path, answer);
    await answer.body?.cancel();
  }

  server.clock.advanceMs(31 * 24 * 60 * 60 * 1000);
  expect(await ended.status()).toBe(401);
});

test.each(["closed", "expired", "unknown"] as const)(
  "a room that is %s answers everything as if it did not exist",
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
      const [answer, unknown] = [
        await ask(server, shown, path, init, client.cookie()),
        await ask(server, { ...room, url: `/s/${"y".repeat(32)}` }, path, init, ""),
      ];
      expect([path, answer.status]).toEqual([path, 404]);
      expectPrivate(path, answer);
      const [text, same] = [await answer.text(), await unknown.text()];
      expect([path, text]).toEqual([path, same]);
      expect([...answer.headers.keys()]).toEqual([...unknown.headers.keys()]);
      await expectSilent(server, room, text);
    }
  },
);

test("one password opens one room, even where two have the same", async () => {
  const server = await startWithRooms();
  const [first, second] = [await server.make({ password: PASSWORD }), await server.make({ password: PASSWORD })];
  const client = visitRoom(server, first);
  const answer = await client.unlock(PASSWORD);

  expect(answer.status).toBe(200);
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toContain(`Path=${first.url};`);
  expect(cookie).toContain("HttpOnly");
  expect(cookie).toContain("SameSite=Lax");
  expect(await client.status()).toBe(200);
  expect((await ask(server, second, "/data", {}, client.cookie())).status).toBe(401);
});

test("the form for the password says nothing about the room, and works without JavaScript", async () => {
  const server = await startWithRooms();
  const room = await server.make({ password: PASSWORD });
  const client = visitRoom(server, room);

  const form = await client.at("");
  expect(form.status).toBe(401);
  expect(form.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const text = await form.text();
  expect(text).toContain('type="password"');
  await expectSilent(server, room, text);

  const wrong = await client.at("/unlock", { method: "POST", headers: FORM, body: "password=wrong" });
  expect(wrong.status).toBe(401);
  expect(await wrong.text()).toContain("Wrong password");
  const right = await client.at("/unlock", { method: "POST", headers: FORM, body: "password=open+sesame" });
  expect([right.status, right.headers.get("location")]).toEqual([303, room.url]);
  const cookie = right.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await ask(server, room, "", {}, cookie);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Ana and Ben");
});

test("guesses are limited per room and address, where an IPv6 network is one address", async () => {
  const server = await startWithRooms({ TRUST_PROXY: "1" });
  const [room, other] = [await server.make({ password: PASSWORD }), await server.make({ password: PASSWORD })];
  const from = (address: string) => ({ "x-forwarded-for": address });
  const client = visitRoom(server, room);

  for (let guess = 0; guess < 10; guess++) {
    expect((await client.unlock("wrong", from(`2001:db8:1:2:${guess}::7`))).status).toBe(401);
  }
  const refused = await client.unlock(PASSWORD, from("2001:db8:1:2:ffff::1"));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED" });
  const form = { method: "POST", headers: { ...FORM, ...from("2001:db8:1:2::1") }, body: "password=x" };
  expect((await client.at("/unlock", form)).status).toBe(429);
  expect((await visitRoom(server, other).unlock(PASSWORD, from("2001:db8:1:2::1"))).status).toBe(200);
  expect((await client.unlock(PASSWORD, from("2001:db8:9:9::1"))).status).toBe(200);

  // From everywhere: the room itself is protected, too.
  for (let guess = 0; guess < 30; guess++) await client.unlock("wrong", from(`203.0.113.${guess}`));
  expect((await client.unlock(PASSWORD, from("198.51.100.1"))).status).toBe(429);
  server.clock.advanceMs(16 * 60 * 1000);
  expect((await client.unlock(PASSWORD, from("198.51.100.1"))).status).toBe(200);
});

test("visitors who know the password are never counted as guessing", async () => {
  const server = await startWithRooms();
  const client = visitRoom(server, await server.make({ password: PASSWORD }));

  for (let visit = 0; visit < 12; visit++) expect((await client.unlock(PASSWORD)).status).toBe(200);
});

test("a new password ends every grant and every picture address given before", async () => {
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
  // The photo is private, so its public addresses never worked.
  expect((await client.fetch(thumb.replace(/^.*\/images\/[^/]+/, "/images"))).status).toBe(404);
});

test("originals have an address and leave only where the owner allowed them, with their metadata only in the archive", async () => {
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

test("rooms are in no sitemap, feed, page or share card", async () => {
  const server = await startWithRooms();
  const room = await server.make();
  const client = visitRoom(server, room);
  await client.data();

  for (const path of ["/", "/urban", "/urban/wedding", "/sitemap.xml", "/feed.xml", "/robots.txt"]) {
    await expectSilent(server, room, await (await server.visitor.fetch(path)).text());
  }
  const page = await (await client.at("")).text();
  expect(page).toContain('<meta name="robots" content="noindex, nofollow">');
  expect(page).not.toMatch(/og:|twitter:|canonical|ld\+json/);
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

test("the calls of a room have no other addresses, and a wrong method is refused without a word about it", async () => {
  const server = await startWithRooms();
  const room = await server.make();
  const client = visitRoom(server, room);

  for (const path of ["/nothing", "/images", "/images/x/y/z", "/photo/999999", "/photo/0x1"]) {
    const answer = await client.at(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expectPrivate(path, answer);
  }
  const wrong = await client.at("/data", { method: "DELETE" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, expect.stringContaining("GET")]);
  expectPrivate("/data", wrong);
});

const unlockWith = (password: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ password }),
});

function ask({ url }: TestServer, room: Room, path: string, init: RequestInit = {}, cookie = ""): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
  return fetch(`${url}${room.url}${path}`, { ...init, headers, redirect: "manual" });
}

async function thumbOf(client: ReturnType<typeof visitRoom>): Promise<string> {
  return (await client.data()).data.photos[0]?.image_urls.thumb ?? "";
}

function expectPrivate(path: string, { headers }: Response): void {
  const names = ["cache-control", "x-robots-tag", "referrer-policy"];
  expect([path, ...names.map((name) => headers.get(name))]).toEqual([
    path,
    "no-store",
    "noindex, nofollow",
    "no-referrer",
  ]);
}

/** Neither the room nor a photo in it is mentioned. */
async function expectSilent({ secret }: Rooms, { title }: Room, text: string): Promise<void> {
  for (const word of [title, "SECRET_0001", "Hidden title", secret.internal_id]) expect(text).not.toContain(word);
}
