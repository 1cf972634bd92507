import { expect, test } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { createRoom, updateRoom } from "../../../contract/rooms.ts";
import { changeVisitorData, getVisitorData } from "../../../contract/visitor-data.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { visitRoom } from "../../../rig/visit-room.ts";
import { importRoom } from "../rooms/rooms.service.ts";
import { deleteExpiredVisitorData } from "./visitor-data.service.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const OWNER = { actor: "owner", address: "" };

async function startWithVisitorData() {
  const server = await startTestServer();
  const { admin, deps, clock, seed } = server;
  const other = await server.startAnother();
  const photo = await seed.photo();
  const dayFromNow = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
  const makeRoom = async (title: string, expires_on: string | null = null) => {
    const body = { title, photo_ids: [photo.id], selection: true, expires_on };
    return (await admin.call(createRoom, { body })).room;
  };
  const addMessage = (name: string) =>
    deps.db
      .insertInto("message")
      .values({ name, email: "jonas@example.com", message: "Hello", form: name, received_on: dayFromNow(0) })
      .execute();
  return {
    ...server,
    photo,
    dayFromNow,
    makeRoom,
    addMessage,
    /** What is still there. */
    kept: async () => ({
      messages: (await deps.db.selectFrom("message").select("name").orderBy("id").execute()).map(({ name }) => name),
      rooms: (await deps.db.selectFrom("room").select("title").orderBy("id").execute()).map(({ title }) => title),
    }),
    /** On several nodes, all of them look. */
    async passDays(days: number) {
      clock.advanceMs(days * DAY_MS);
      await Promise.all([deleteExpiredVisitorData(deps), deleteExpiredVisitorData(other.deps)]);
    },
  };
}

test("messages and rooms stay until the owner chooses otherwise", async () => {
  const { admin, passDays, makeRoom, addMessage, kept, dayFromNow } = await startWithVisitorData();
  await addMessage("Jonas");
  await makeRoom("For Ana", dayFromNow(1));
  const off = { days: 0, starts_at: null };
  expect((await admin.call(getVisitorData)).visitor_data).toEqual({ messages: off, rooms: off });

  await passDays(1_000);

  expect(await kept()).toEqual({ messages: ["Jonas"], rooms: ["For Ana"] });
});

test("messages are deleted so many days after they arrived, but never sooner than that after the choice", async () => {
  const { admin, passDays, addMessage, makeRoom, kept } = await startWithVisitorData();
  await addMessage("old");
  await makeRoom("Closed", null);
  await passDays(20);

  const { visitor_data } = await admin.call(changeVisitorData, { body: { messages: 30 } });
  expect(visitor_data).toMatchObject({ messages: { days: 30 }, rooms: { days: 0, starts_at: null } });
  await passDays(10);
  await addMessage("new");
  expect(await kept()).toMatchObject({ messages: ["old", "new"] });
  expect((await admin.call(getVisitorData)).visitor_data.messages).toEqual(visitor_data.messages);
  await passDays(21);
  expect(await kept()).toEqual({ messages: ["new"], rooms: ["Closed"] });
  const { events } = await admin.call(listActivity, { query: { kind: "deletions" } });
  expect(events).toMatchObject([
    { action: "messages-deleted", actor: "visitor data retention", detail: { messages: 1, days: 30 } },
  ]);
  const { events: settings } = await admin.call(listActivity, { query: { kind: "settings" } });
  expect(settings).toMatchObject([{ action: "visitor-data-set", detail: { of: "messages", days: 30 } }]);
  await passDays(10);
  expect(await kept()).toEqual({ messages: [], rooms: ["Closed"] });
});

test("rooms are deleted so many days after they ended, with what clients wrote, and their photos stay", async () => {
  const server = await startWithVisitorData();
  const { admin, deps, photo, passDays, makeRoom, kept, dayFromNow } = server;
  await admin.call(changeVisitorData, { body: { rooms: 30 } });
  await makeRoom("open");
  await makeRoom("ends later", dayFromNow(20));
  const ended = await makeRoom("ended", dayFromNow(1));
  const closed = await makeRoom("closed");
  const opened = await makeRoom("opened again");
  const client = visitRoom(server, ended);
  await client.pick(photo.id, { picked: true, comment: "Larger, please" });
  await client.send({ name: "Ana", email: "ana@example.com" });
  for (const { id } of [closed, opened]) await admin.call(updateRoom, { params: { id }, body: { closed: true } });
  await passDays(5);
  await admin.call(updateRoom, { params: { id: opened.id }, body: { closed: false } });
  // Closed once more: it has been closed for as long as before.
  await admin.call(updateRoom, { params: { id: closed.id }, body: { closed: true } });
  // Its last day was long ago, but it is closed since the import.
  const imported = { title: "imported", photo_ids: [photo.id], expires_on: "2020-01-01" };
  await importRoom(deps, { ...imported, download: "none" }, OWNER);

  await passDays(24);
  expect((await kept()).rooms).toHaveLength(6);
  await passDays(3);

  expect(await kept()).toMatchObject({ rooms: ["open", "ends later", "opened again", "imported"] });
  expect(await deps.db.selectFrom("room_mark").select("id").where("picked", "=", 1).execute()).toEqual([]);
  expect(await deps.db.selectFrom("photo").select("id").execute()).toHaveLength(1);
  const { events } = await admin.call(listActivity, { query: { kind: "rooms", limit: 2 } });
  expect(events).toMatchObject([
    { action: "room-deleted", actor: "visitor data retention" },
    { action: "room-deleted", actor: "visitor data retention" },
  ]);
  await passDays(20);
  expect(await kept()).toMatchObject({ rooms: ["open", "opened again"] });
});

test("only the offered numbers of days are accepted", async () => {
  const { admin } = await startTestServer();

  const { status, body } = await admin.refused(changeVisitorData, { body: { rooms: 7 as 30 } });

  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["rooms"]]);
});
