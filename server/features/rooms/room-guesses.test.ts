import { expect, test } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { getRoom, type Room, updateRoom } from "../../../contract/rooms.ts";
import { FORM, PASSWORD, startWithRooms } from "../../../rig/server/private-room.ts";
import { visitRoom } from "../../../rig/visit-room.ts";
import { hashPassword } from "../auth/password.ts";
import { forgetOldGuesses } from "./room-guesses.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const from = (ip: string) => ({ "x-forwarded-for": ip });

async function startWithPassword() {
  const server = await startWithRooms({ TRUST_PROXY: "1" });
  const room = await server.make({ password: PASSWORD });
  const client = visitRoom(server, room);
  const guess = async (ip: string, times = 1) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time++) statuses.push((await client.unlock("wrong", from(ip))).status);
    return statuses;
  };
  const enter = async (ip: string, its: Room = room) =>
    (await visitRoom(server, its).unlock(PASSWORD, from(ip))).status;
  const show = async () => (await server.admin.call(getRoom, { params: { id: room.id } })).room;
  return { server, room, client, guess, enter, show };
}

test("who guesses waits longer each time, up to days, and nobody else does", async () => {
  const { server, client, guess, enter } = await startWithPassword();
  const other = await server.make({ password: PASSWORD });
  const ip = "203.0.113.7";
  expect(await guess(ip, 10)).toEqual(Array(10).fill(401));

  for (const lockMs of [15 * MINUTE_MS, HOUR_MS, DAY_MS, 2 * DAY_MS, 3 * DAY_MS]) {
    const refused = await client.unlock(PASSWORD, from(ip));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED" });
    const seconds = Number(refused.headers.get("retry-after"));
    expect([seconds <= lockMs / 1000, seconds > lockMs / 1000 - 60]).toEqual([true, true]);
    expect([await enter("203.0.113.8"), await enter("198.51.100.1"), await enter(ip, other)]).toEqual([200, 200, 200]);
    server.clock.advanceMs(lockMs);
    expect(await guess(ip)).toEqual([401]);
  }
  const page = await client.at("/unlock", { method: "POST", headers: { ...FORM, ...from(ip) }, body: "password=x" });
  expect(page.status).toBe(429);
  expect(await page.text()).toContain("Too many attempts. Please try again in 4 days.");
});

test("the right password opens the room after the wait, and its network starts over", async () => {
  const { server, guess, enter } = await startWithPassword();
  await guess("203.0.113.7", 10);
  server.clock.advanceMs(15 * MINUTE_MS);

  expect(await enter("203.0.113.7")).toBe(200);
  expect(await guess("203.0.113.7", 11)).toEqual([...Array<number>(10).fill(401), 429]);
});

test("of simultaneous guesses, ten are checked", async () => {
  const { client, enter } = await startWithPassword();

  const responses = await Promise.all(Array.from({ length: 25 }, () => client.unlock("wrong", from("203.0.113.7"))));

  expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
  expect(await enter("203.0.113.7")).toBe(429);
});

test("a guess that looked at the clock before another is checked after it", async () => {
  const { server, guess } = await startWithPassword();
  expect(await guess("203.0.113.7")).toEqual([401]);
  // As it happens to simultaneous ones, and between servers.
  server.clock.advanceMs(-MINUTE_MS);
  expect(await guess("203.0.113.7", 10)).toEqual([...Array<number>(9).fill(401), 429]);
});

test("an IPv6 network is one guesser, and its neighbourhood another", async () => {
  const { guess, enter } = await startWithPassword();
  for (let host = 0; host < 10; host++) expect(await guess(`2001:db8:1:2:${host}::7`)).toEqual([401]);
  expect([await enter("2001:db8:1:2:ffff::1"), await enter("2001:db8:1:3::1")]).toEqual([429, 200]);

  for (let network = 10; network < 14; network++) {
    expect(await guess(`2001:db8:5:${network}::1`, 10)).toEqual(Array(10).fill(401));
    expect(await guess(`203.0.113.${network}`, 10)).toEqual(Array(10).fill(401));
  }
  expect([await enter("2001:db8:5:99::1"), await enter("203.0.113.99")]).toEqual([429, 429]);
  expect([await enter("2001:db8:6::1"), await enter("203.0.112.99")]).toEqual([200, 200]);
});

test("the owner sees how many wrong passwords were tried, until there is a new one", async () => {
  const { server, room, guess, enter, show } = await startWithPassword();
  expect(await show()).toMatchObject({ wrong_passwords: 0, last_wrong_password_on: null });

  await guess("203.0.113.7", 11);
  await guess("198.51.100.1");

  const { wrong_passwords, last_wrong_password_on } = await show();
  // A guess that was not checked says nothing about the password.
  expect(wrong_passwords).toBe(11);
  expect(Date.parse(last_wrong_password_on ?? "")).toBeGreaterThan(server.clock.now().getTime() - MINUTE_MS);
  const { events } = await server.admin.call(listActivity, { query: { kind: "rooms", limit: 1 } });
  expect(events).toMatchObject([
    { action: "room-unlock-failed", address: "198.51.100.1", detail: { room: room.title } },
  ]);

  await server.admin.call(updateRoom, { params: { id: room.id }, body: { password: `${PASSWORD} too` } });
  expect(await show()).toMatchObject({ wrong_passwords: 0, last_wrong_password_on: null });
  expect([await enter("203.0.113.7"), await guess("203.0.113.7")]).toEqual([401, [401]]);
});

test("a password of less than six characters that a room has from before still opens it", async () => {
  const { server, room, client } = await startWithPassword();
  const params = { id: room.id };
  expect((await server.admin.refused(updateRoom, { params, body: { password: "12345" } })).body.errors).toEqual({
    password: ["Use at least 6 characters"],
  });
  await server.deps.db
    .updateTable("room")
    .set({ password_hash: await hashPassword("1234") })
    .execute();

  await server.admin.call(updateRoom, { params, body: { title: "Ana, Ben and Caro" } });

  expect((await client.unlock("1234")).status).toBe(200);
  await server.admin.call(updateRoom, { params, body: { password: "123456" } });
  expect((await client.unlock("123456")).status).toBe(200);
});

test("guesses are forgotten a month after the last, but not while their network waits", async () => {
  const { server, guess } = await startWithPassword();
  const networks = async () => (await server.deps.db.selectFrom("room_guess").select("network").execute()).length;
  await guess("203.0.113.7");
  server.clock.advanceMs(29 * DAY_MS);
  await forgetOldGuesses(server.deps);
  expect(await networks()).toBe(2);

  server.clock.advanceMs(2 * DAY_MS);
  await forgetOldGuesses(server.deps);
  expect(await networks()).toBe(0);
});
