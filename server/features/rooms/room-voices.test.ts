import { expect, test } from "vitest";
import type { Verdict } from "../../../contract/limits.ts";
import { getSummary, type PhotoId } from "../../../contract/photos.ts";
import * as contract from "../../../contract/rooms.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { unzip } from "../../../rig/server/unzip.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

async function withRoom<Server extends TestServer>(server: Server, values: object = {}, photos = 3) {
  const album = await server.seed.album();
  const ids: PhotoId[] = [];
  for (let index = 0; index < photos; index++) {
    ids.push((await server.seed.photo({ album, filename: `DSC_000${index + 1}.jpg` })).id);
  }
  const body = { title: "Ana and Ben", photo_ids: ids, selection: true, voices: "named" as const, ...values };
  const { room } = await server.admin.call(contract.createRoom, { body });
  const params = { id: room.id };
  return {
    ...server,
    ids,
    room,
    params,
    read: (round?: number) => server.admin.call(contract.getRoom, { params, query: round ? { round } : {} }),
    guest: async (name: string) => {
      const guest = visitRoom(server, room);
      await guest.enter(name);
      return guest;
    },
  };
}

const startWithRoom = async (values?: object, photos?: number) => withRoom(await shareTestServer(), values, photos);

test("in a room with names, nobody marks or sends before giving one", async () => {
  const server = await startWithRoom();
  const { ids, room } = server;
  const [a] = ids as [PhotoId];
  const client = visitRoom(server, room);
  const refusal = { status: 401, body: { code: "NAME_REQUIRED", message: "Enter your name first" } };
  expect((await client.data()).data).toMatchObject({ voice: null, selection: { state: "open", picks: [] } });
  expect(await client.refusedPick(a, { picked: true })).toMatchObject(refusal);
  expect(await client.refusedSend({ name: "Ana" })).toMatchObject(refusal);
  expect((await client.enter(" ")).status).toBe(422);
  expect((await client.enter("Ana", "no address")).status).toBe(422);

  const entered = await client.enter(" Ana ");

  expect(await entered.json()).toMatchObject({ success: true, voice: { name: "Ana" }, selection: { state: "open" } });
  const [cookie] = entered.headers.getSetCookie();
  expect(cookie).toMatch(new RegExp(`^vitrine_voice=[\\w-]{32}; Path=${room.url}; .*HttpOnly; SameSite=Lax$`));
  await client.pick(a, { picked: true });
  expect((await client.data()).data).toMatchObject({ voice: { name: "Ana" }, selection: { picks_count: 1 } });
  // A name can be corrected, and stays the same voice.
  expect((await client.enter("Anna")).headers.getSetCookie()).toEqual([]);
  expect((await client.data()).data).toMatchObject({ voice: { name: "Anna" }, selection: { picks_count: 1 } });
});

test("who gave a name because of a heart is back at that photo, which is chosen", async () => {
  const server = await startWithRoom();
  const { ids, room, guest } = server;
  const [a, b] = ids as [PhotoId, PhotoId];
  const enter = (client: ReturnType<typeof visitRoom>, fields: Record<string, string>) =>
    client.at("/enter", { method: "POST", body: new URLSearchParams({ name: "Ana", email: "", ...fields }) });
  const ana = visitRoom(server, room);
  const entered = ana.keep(await enter(ana, { photo_id: String(b), from: "grid" }));
  expect([entered.status, entered.headers.get("location")]).toEqual([303, `${room.url}?view=grid#photo-${b}`]);
  expect((await ana.data()).data.selection.picks).toMatchObject([{ photo_id: b, picked: true }]);
  // From the viewer. Who has a name already only changes it.
  const ben = await guest("Ben");
  const renamed = await enter(ben, { photo_id: String(a) });
  expect(renamed.headers.get("location")).toBe(`${room.url}/photo/${a}`);
  expect((await ben.data()).data).toMatchObject({ voice: { name: "Ana" }, selection: { picks: [] } });
});

test("each voice has its own marks, limit and sending, and never sees another's", async () => {
  const { ids, guest, read, admin, params } = await startWithRoom({ selection_limit: 2 });
  const [a, b, c] = ids as [PhotoId, PhotoId, PhotoId];
  const [ana, ben] = [await guest("Ana"), await guest("Ben")];
  await ana.pick(a, { picked: true, comment: "For the book", label: "red", rating: 5 });
  await ana.pick(b, { picked: true });
  await ben.pick(b, { picked: true });
  await ben.pick(c, { picked: true });
  expect((await ana.refusedPick(c, { picked: true })).status).toBe(409);

  const { selection } = await ana.send({ name: "Somebody", email: "ana@example.com", message: "Thanks" });

  expect(selection).toMatchObject({ state: "sent", name: "Ana", picks_count: 2 });
  expect((await ana.refusedPick(a, { rating: 1 })).status).toBe(409);
  const bens = await ben.data();
  expect(bens.data.selection).toMatchObject({ state: "open", name: "", picks_count: 2 });
  expect(JSON.stringify(bens.data.selection)).not.toContain("book");
  const { voices, selection: together, room } = await read();
  expect(voices).toMatchObject([
    {
      name: "Ana",
      email: "ana@example.com",
      message: "Thanks",
      state: "sent",
      picks: [
        { photo_id: a, picked: true, comment: "For the book", label: "red", rating: 5, verdict: null, pins: [] },
        { photo_id: b, picked: true, comment: "", label: null, rating: 0 },
      ],
    },
    { name: "Ben", state: "open", sent_on: null, picks: [{ photo_id: b }, { photo_id: c }] },
  ]);
  expect(together).toMatchObject({ state: "open", picks: [{ photo_id: a }, { photo_id: b }, { photo_id: c }] });
  expect(room).toMatchObject({ picks_count: 3, selection_state: "open", has_news: true, news_count: 1 });
  expect((await admin.call(getSummary)).new_selections).toBe(1);

  await ben.send({ name: "Ben" });
  expect((await read()).room).toMatchObject({ selection_state: "sent", news_count: 2 });
  const [first] = voices;
  await admin.call(contract.reopenSelection, { params, body: { voice_id: first?.id } });
  await ana.pick(a, { picked: false });
  expect((await ben.refusedPick(b, { picked: false })).status).toBe(409);
  const unknown = await admin.refused(contract.reopenSelection, { params, body: { voice_id: 99_999 } });
  expect(unknown).toMatchObject({ status: 404, body: { code: "VOICE_NOT_FOUND" } });
});

test("what is left out of a mark stays as it is, in a shared room too", async () => {
  const server = await startWithRoom({ voices: "shared" });
  const { ids, room, read } = server;
  const [a] = ids as [PhotoId];
  const client = visitRoom(server, room);
  await client.pick(a, { rating: 3 });
  await client.pick(a, { label: "blue" });
  await client.pick(a, { picked: true });
  await client.pick(a, { comment: "Crop" });
  expect((await client.selection()).selection.picks).toEqual([
    { photo_id: a, picked: true, comment: "Crop", label: "blue", rating: 3, verdict: null, pins: [] },
  ]);
  await client.pick(a, { label: null, rating: 0, picked: false, comment: "" });
  expect((await client.selection()).selection.picks).toEqual([]);
  for (const wrong of [{ rating: 6 }, { rating: 1.5 }, { label: "pink" }, {}]) {
    expect((await client.refusedPick(a, wrong as never)).status).toBe(422);
  }
  expect((await read()).voices).toMatchObject([{ name: "", url: null }]);
  expect((await client.enter("Ana")).status).toBe(409);
});

test("a pin marks a place on a photo", async () => {
  const { ids, guest, read } = await startWithRoom();
  const [a, b] = ids as [PhotoId, PhotoId];
  const [ana, ben] = [await guest("Ana"), await guest("Ben")];
  await ana.pin(a, { x: 0.25, y: 1, text: "This lamp" });
  const { selection } = await ana.pin(a, { x: 0, y: 0.5, text: "And this" });
  expect(selection.picks).toMatchObject([
    { photo_id: a, picked: false, pins: [{ x: 0.25, y: 1, text: "This lamp" }, { text: "And this" }] },
  ]);
  const [pin] = selection.picks[0]?.pins ?? [];

  expect((await ben.at(`/picks/${a}/pins/${pin?.id}`, { method: "DELETE" })).status).toBe(200);
  expect((await ana.selection()).selection.picks[0]?.pins).toHaveLength(2);
  await ana.at(`/picks/${a}/pins/${pin?.id}`, { method: "DELETE" });
  expect((await read()).voices[0]?.picks).toMatchObject([{ photo_id: a, pins: [{ text: "And this" }] }]);
  const refused = async (photo: number, body: object) =>
    (
      await ana.at(`/picks/${photo}/pins`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await refused(b, { x: 2, y: 0, text: "Outside" })).toBe(422);
  expect(await refused(b, { x: 0, y: 0, text: " " })).toBe(422);
  expect(await refused(99_999, { x: 0, y: 0, text: "Nowhere" })).toBe(404);
});

test("five voices mark 300 photos on two servers in the same moment: none is lost, and none is another's", async () => {
  const server = await withRoom(await startTestServer(), {}, 300);
  const { ids, room, read } = server;
  const sites = [server, await server.startAnother()];
  const guests = await Promise.all(
    ["Ana", "Ben", "Cleo", "Dan", "Eva"].map(async (name, index) => {
      const guest = visitRoom(sites[index % 2] ?? server, room);
      await guest.enter(name);
      return { name, guest, ratingOf: (photo: number) => ((photo + index) % 5) + 1 };
    }),
  );

  await Promise.all(
    guests.map(async ({ guest, ratingOf, name }) => {
      for (let start = 0; start < ids.length; start += 20) {
        await Promise.all(
          ids.slice(start, start + 20).map(async (id) => {
            const { selection } = await guest.pick(id, { rating: ratingOf(id), comment: name });
            expect(selection.picks.every(({ comment }) => comment === name)).toBe(true);
          }),
        );
      }
    }),
  );

  const { voices } = await read();
  expect(voices.map(({ name }) => name).sort()).toEqual(guests.map(({ name }) => name).sort());
  for (const { name, ratingOf, guest } of guests) {
    const expected = ids.map((photo_id) => ({ photo_id, rating: ratingOf(photo_id), comment: name }));
    expect(voices.find((voice) => voice.name === name)?.picks).toMatchObject(expected);
    expect((await guest.data()).data.selection.picks).toMatchObject(expected);
  }
}, 120_000);

test("the owner makes a link for each person, which gives them their name and nothing else", async () => {
  const server = await startWithRoom({ password: "open sesame" });
  const { admin, params, room, ids, read } = server;
  const [a] = ids as [PhotoId];
  const { voice } = await admin.call(contract.inviteVoice, { params, body: { name: "Ana", email: "ana@example.com" } });
  expect(voice).toMatchObject({ name: "Ana", email: "ana@example.com", state: "open", picks: [] });
  expect(voice.url).toMatch(new RegExp(`^${room.url}/as/[\\w-]{32}$`));
  const client = visitRoom(server, room);

  const response = await client.comeAs(voice.url ?? "");

  expect([response.status, response.headers.get("location")]).toEqual([303, room.url]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await client.status()).toBe(401);
  await client.unlock("open sesame");
  expect((await client.data()).data.voice).toEqual({ name: "Ana" });
  await client.pick(a, { picked: true });
  const phone = visitRoom(server, room);
  await phone.comeAs(voice.url ?? "");
  await phone.unlock("open sesame");
  expect((await phone.selection()).selection.picks_count).toBe(1);
  // A link that never was one leads to the room, without a name.
  expect((await visitRoom(server, room).comeAs(`${room.url}/as/nobody`)).headers.getSetCookie()).toEqual([]);

  await admin.call(contract.deleteVoice, { params: { ...params, voiceId: voice.id } });
  expect((await client.data()).data.voice).toBeNull();
  expect((await client.refusedPick(a, { picked: true })).status).toBe(401);
  expect((await read()).voices).toEqual([]);
});

test("whose selection it is can be changed until someone has marked a photo", async () => {
  const server = await startWithRoom({ voices: "shared" });
  const { admin, params, room, ids } = server;
  const [a] = ids as [PhotoId];
  const update = (voices: "shared" | "named") => ({ params, body: { voices } });
  expect((await admin.call(contract.updateRoom, update("named"))).room.voices).toBe("named");
  const client = visitRoom(server, room);
  await client.enter("Ana");
  await client.pick(a, { picked: true });
  expect((await admin.refused(contract.updateRoom, update("shared"))).status).toBe(409);
});

test("the table has a row for each photo and voice, and the sidecars what they say together", async () => {
  const { ids, guest, admin, room } = await startWithRoom();
  const [a, b, c] = ids as [PhotoId, PhotoId, PhotoId];
  const [ana, ben] = [await guest("Ana"), await guest("Ben")];
  await ana.pick(a, { picked: true, rating: 4, label: "red", comment: "Lighter" });
  await ana.pin(a, { x: 0.5, y: 0.25, text: "Remove this" });
  await ben.pick(a, { rating: 2, comment: "Crop" });
  await ben.pick(b, { picked: true });
  await ben.pick(c, { comment: "No" });
  const file = (name: string) => admin.fetch(`/api/v1/admin/rooms/${room.id}/${name}`);

  const table = await file("selection.csv");
  expect(table.headers.get("content-disposition")).toContain('filename="Ana and Ben.csv"');
  expect((await table.text()).trimEnd().split("\r\n")).toEqual([
    '"filename","comment","voice","picked","label","rating","verdict","pins"',
    '"DSC_0001.jpg","Lighter","Ana","yes","red","4","","50 % 25 %: Remove this"',
    '"DSC_0001.jpg","Crop","Ben","no","","2","",""',
    '"DSC_0002.jpg","","Ben","yes","","","",""',
    '"DSC_0003.jpg","No","Ben","no","","","",""',
  ]);
  const sidecars = unzip(Buffer.from(await (await file("selection.zip")).arrayBuffer()));
  expect([...sidecars.keys()]).toEqual(["DSC_0001.xmp", "DSC_0002.xmp"]);
  const first = sidecars.get("DSC_0001.xmp")?.toString() ?? "";
  for (const text of [
    'xmp:Rating="4"',
    'xmp:Label="Red"',
    'photoshop:Instructions="Ana: Lighter&#10;Remove this&#10;&#10;Ben: Crop"',
    'xmpMM:PreservedFileName="DSC_0001.jpg"',
  ]) {
    expect(first).toContain(text);
  }
  expect(sidecars.get("DSC_0002.xmp")?.toString()).toContain('xmp:Label="Green"');
});

test("the next round shows what anyone picked, with new marks and verdicts; the round before stays as it was", async () => {
  const { ids, guest, admin, params, read, deps } = await startWithRoom();
  const [a, b, c] = ids as [PhotoId, PhotoId, PhotoId];
  expect((await admin.refused(contract.startRound, { params, body: {} })).status).toBe(409);
  const [ana, ben] = [await guest("Ana"), await guest("Ben")];
  await ana.pick(a, { picked: true, comment: "Warmer" });
  await ben.pick(c, { picked: true });
  expect((await ana.refusedPick(a, { verdict: "approved" as Verdict })).status).toBe(409);
  await ana.send({ name: "Ana" });
  await deps.db
    .updateTable("photo")
    .set({ sha256: "f".repeat(64) })
    .where("id", "=", a)
    .execute();

  const { room } = await admin.call(contract.startRound, { params, body: { message: "Have another look" } });

  expect(room).toMatchObject({ round: 2, photo_count: 2, picks_count: 0, selection_state: "open" });
  const { data } = await ana.data();
  expect(data.room).toMatchObject({ round: 2, message: "Have another look" });
  expect(data.photos.map(({ id, changed }) => [id, changed])).toEqual([
    [a, true],
    [c, false],
  ]);
  expect(data.selection).toMatchObject({ state: "open", round: 2, picks: [] });
  expect((await ana.refusedPick(b, { verdict: "approved" })).status).toBe(404);
  await ana.pick(a, { verdict: "changes", comment: "Cooler" });
  await ben.pick(a, { verdict: "approved" });
  await ben.pick(a, { verdict: null });
  await ben.pick(c, { verdict: "approved" });
  const now = await read();
  expect(now.photos.map(({ id, changed }) => [id, changed])).toEqual([
    [a, true],
    [c, false],
  ]);
  expect(now.rounds).toMatchObject([{ number: 2, message: "Have another look" }]);
  expect(now.voices.map(({ picks }) => picks.map(({ photo_id, verdict }) => [photo_id, verdict]))).toEqual([
    [[a, "changes"]],
    [[c, "approved"]],
  ]);
  const before = await read(1);
  expect(before.photos.map(({ id }) => id)).toEqual(ids);
  expect(before.voices[0]).toMatchObject({ state: "sent", picks: [{ photo_id: a, comment: "Warmer", verdict: null }] });
  expect(before.room.round).toBe(2);
  expect((await admin.refused(contract.getRoom, { params, query: { round: 3 } })).status).toBe(404);

  // With photos of the owner's choice, also ones that were not there before.
  await admin.call(contract.startRound, { params, body: { photo_ids: [b, a, b] } });
  expect((await ben.data()).data.photos.map(({ id, changed }) => [id, changed])).toEqual([
    [b, false],
    [a, false],
  ]);
});

test("a room gives no picture that is larger than it says", async () => {
  const server = await startWithRoom({ max_px: 1200, download: "original" });
  const { admin, params, room } = server;
  expect(room).toMatchObject({ max_px: 1200, watermark: null });
  const { data } = await visitRoom(server, room).data();
  expect(data.room.max_px).toBe(1200);
  for (const wrong of [{ max_px: 3840 }, { voices: "many" }, { watermark: "x".repeat(61) }]) {
    expect((await admin.refused(contract.updateRoom, { params, body: wrong as never })).status).toBe(422);
  }
});
