import { expect, test } from "vitest";
import { ask, expectPrivate, expectSilent, FORM, PASSWORD, startWithRooms } from "../../../rig/server/private-room.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

test("one password opens one room, even where two have the same", async () => {
  const server = await startWithRooms();
  const [first, second] = [await server.make({ password: PASSWORD }), await server.make({ password: PASSWORD })];
  const client = visitRoom(server, first);
  const response = await client.unlock(PASSWORD);

  expect(response.status).toBe(200);
  const cookie = response.headers.get("set-cookie") ?? "";
  expect(cookie).toContain(`Path=${first.url};`);
  expect(cookie).toContain("HttpOnly");
  expect(cookie).toContain("SameSite=Lax");
  expect(await client.status()).toBe(200);
  expect((await ask(server, second, "/data", {}, client.cookie())).status).toBe(401);
});

test("with TLS the cookie's name says so, and one from before still opens the room", async () => {
  const server = await startWithRooms({ PUBLIC_URL: "https://photos.example" });
  const room = await server.make({ password: PASSWORD });
  const client = visitRoom(server, room);
  const cookie = (await client.unlock(PASSWORD)).headers.get("set-cookie") ?? "";

  expect(cookie).toMatch(/^__Secure-vitrine_room=/);
  expect(cookie).toContain(`Path=${room.url};`);
  expect(cookie).toMatch(/; Secure$/);
  expect(await client.status()).toBe(200);
  const former = client.cookie().replace("__Secure-", "");
  expect((await ask(server, room, "/data", {}, former)).status).toBe(200);
  expect((await ask(server, room, "/data", {}, `vitrine_room=1.x; ${client.cookie()}`)).status).toBe(200);
  expect((await ask(server, room, "/data", {}, `${former}; __Secure-vitrine_room=1.x`)).status).toBe(401);
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

test("visitors who know the password are never counted as guessing", async () => {
  const server = await startWithRooms();
  const client = visitRoom(server, await server.make({ password: PASSWORD }));

  for (let visit = 0; visit < 12; visit++) expect((await client.unlock(PASSWORD)).status).toBe(200);
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

test("the calls of a room have no other URLs, and a wrong method is refused without a word about it", async () => {
  const server = await startWithRooms();
  const room = await server.make();
  const client = visitRoom(server, room);

  for (const path of ["/nothing", "/images", "/images/x/y/z", "/photo/999999", "/photo/0x1"]) {
    const response = await client.at(path);
    expect([path, response.status]).toEqual([path, 404]);
    expectPrivate(path, response);
  }
  const wrong = await client.at("/data", { method: "DELETE" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, expect.stringContaining("GET")]);
  expectPrivate("/data", wrong);
});
