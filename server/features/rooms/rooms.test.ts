import { expect, test } from "vitest";
import { deleteAlbum } from "../../../contract/albums.ts";
import { TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import { getSummary, type PhotoId, updatePhoto } from "../../../contract/photos.ts";
import { getVisitedRoom } from "../../../contract/room-visits.ts";
import * as contract from "../../../contract/rooms.ts";
import { deletePhotoPermanently, restorePhoto, trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { unzip } from "../../../rig/server/unzip.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

const TABLE_HEAD = '"filename","comment","voice","picked","label","rating","verdict","pins"';
/** By the one voice of a shared room, which has no name. */
const PICKED = ',"","yes","","","",""';
const DAY_MS = 24 * 60 * 60 * 1000;

async function withAlbum<Server extends TestServer>(server: Server, photos = 3) {
  const album = await server.seed.album({ title: "Wedding" });
  const ids: PhotoId[] = [];
  for (let index = 0; index < photos; index++) {
    ids.push((await server.seed.photo({ album, filename: `DSC_000${index + 1}.jpg` })).id);
  }
  return { ...server, album, ids };
}

type MakeRoom = Parameters<TestServer["admin"]["call"]>[1] & Record<string, unknown>;

async function withRoom<Server extends TestServer>(given: Server, values: MakeRoom = {}, photos = 3) {
  const server = await withAlbum(given, photos);
  const body = { title: "For Ana", album_slug: server.album.slug, download: "none" as const, ...values };
  const { room } = await server.admin.call(contract.createRoom, { body });
  return { ...server, room, client: visitRoom(server, room) };
}

const startWithAlbum = async (photos?: number) => withAlbum(await shareTestServer(), photos);
const startWithRoom = async (values?: MakeRoom, photos?: number) => withRoom(await shareTestServer(), values, photos);

test("a room made from an album shows its photos, private ones too, to anyone with its link", async () => {
  const { admin, album, ids, visitor } = await startWithAlbum();
  const [first] = ids;
  if (!first) throw new Error("no photo");
  await admin.call(updatePhoto, { params: { id: first }, body: { visibility: 1 } });

  const { room } = await admin.call(contract.createRoom, {
    body: { title: "For Ana", message: "Hello", album_slug: album.slug, download: "none" },
  });

  expect(room).toMatchObject({
    title: "For Ana",
    message: "Hello",
    album_slug: album.slug,
    has_password: false,
    expires_on: null,
    download: "none",
    selection: false,
    selection_limit: null,
    photo_count: 3,
    status: "open",
    opened_count: 0,
    last_opened_on: null,
    picks_count: 0,
    selection_state: "none",
  });
  // 192 random bits.
  expect(room.url).toMatch(/^\/s\/[\w-]{32}$/);
  const { data } = await visitor.call(getVisitedRoom, { params: { token: tokenOf(room) } });
  expect(data.photos.map(({ id }) => id)).toEqual(ids);
  expect(data.room).toMatchObject({ title: "For Ana", message: "Hello", photo_count: 3 });
  expect(data.selection).toMatchObject({ state: "none", picks: [] });
  const { rooms } = await admin.call(contract.listRooms);
  expect(rooms).toMatchObject([{ id: room.id, url: room.url, opened_count: 1, last_opened_on: expect.any(String) }]);
});

test("a room shows chosen photos in the order given, each once", async () => {
  const { admin, ids, visitor } = await startWithAlbum();
  const [a, b, c] = ids as [PhotoId, PhotoId, PhotoId];

  const { room } = await admin.call(contract.createRoom, {
    body: { title: "Three", photo_ids: [c, a, c, b], download: "large" },
  });

  const { data } = await visitor.call(getVisitedRoom, { params: { token: tokenOf(room) } });
  expect(data.photos.map(({ id }) => id)).toEqual([c, a, b]);
  await admin.call(contract.updateRoom, { params: { id: room.id }, body: { photo_ids: [b, c] } });
  const changed = await visitor.call(getVisitedRoom, { params: { token: tokenOf(room) } });
  expect(changed.data.photos.map(({ id }) => id)).toEqual([b, c]);
});

test("a room that makes no sense is refused, with the field that is wrong", async () => {
  const { admin, album } = await startWithAlbum(1);
  const wrongs = {
    title: { title: " " },
    photo_ids: { album_slug: undefined },
    album_slug: { album_slug: "nowhere" },
    download: { download: "everything" },
    selection_limit: { selection_limit: 0 },
    expires_on: { expires_on: "tomorrow" },
    password: { password: "abcde" },
  };
  for (const [field, wrong] of Object.entries({ ...wrongs, "photo_ids ": { photo_ids: [99_999] } })) {
    const response = await admin.fetch("/api/v1/admin/rooms", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ title: "Room", album_slug: album.slug, download: "none", ...wrong }),
    });
    expect([field, response.status]).toEqual([field, 422]);
    const errors = { [field.trim()]: [expect.any(String)] };
    expect(await response.json()).toMatchObject({ code: "VALIDATION", errors });
  }
});

test("choices are kept on the server, for everyone with the link, up to the limit", async () => {
  const { client, ids, admin, room } = await startWithRoom({ selection_limit: 2 });
  const [a, b, c] = ids as [PhotoId, PhotoId, PhotoId];
  await client.pick(a, { picked: true, comment: "Black and white, please" });
  await client.pick(b, { picked: true });

  const over = await client.refusedPick(c, { picked: true });
  expect(over).toMatchObject({ status: 409, body: { code: "CONFLICT", message: "You can choose at most 2 photos" } });
  // Choosing again is no second choice, and a comment needs none.
  await client.pick(a, { picked: true });
  await client.pick(c, { picked: false, comment: "Too dark" });

  const { selection } = await client.selection();
  expect(selection).toMatchObject({
    state: "open",
    limit: 2,
    picks_count: 2,
    picks: [
      { photo_id: a, picked: true, comment: "Black and white, please" },
      { photo_id: b, picked: true, comment: "" },
      { photo_id: c, picked: false, comment: "Too dark" },
    ],
  });
  await client.pick(a, { picked: false });
  await client.pick(c, { picked: true });
  expect((await admin.call(contract.getRoom, { params: { id: room.id } })).selection).toMatchObject({
    state: "open",
    picks: [
      { photo_id: b, filename: "DSC_0002.jpg", comment: "" },
      { photo_id: c, filename: "DSC_0003.jpg", comment: "Too dark" },
    ],
    other_comments: [{ photo_id: a, filename: "DSC_0001.jpg", comment: "Black and white, please" }],
  });
});

test("of many choices in the same moment none is lost, and none is one too many", async () => {
  const { client, ids, startAnother, room } = await withRoom(
    await startTestServer(),
    { selection: true, selection_limit: 8 },
    12,
  );
  const other = visitRoom(await startAnother(), room);

  const responses = await Promise.all(
    ids.map((id, index) => [client, other][index % 2]?.tryPick(id, { picked: true })),
  );

  const chosen = ids.filter((_, index) => responses[index]?.status === 200);
  expect(responses.filter((response) => response?.status === 409)).toHaveLength(4);
  expect(chosen).toHaveLength(8);
  const { selection } = await client.selection();
  expect(selection.picks.map(({ photo_id }) => photo_id)).toEqual(chosen);
});

test("of a heart and a comment by two clients in the same moment, both are kept", async () => {
  const { client, ids, startAnother, room } = await withRoom(await startTestServer(), { selection: true }, 8);
  const other = visitRoom(await startAnother(), room);
  const [a] = ids as [PhotoId];
  await client.pick(a, { comment: "Black and white, please" });
  await other.pick(a, { picked: true });
  const { selection: first } = await client.selection();
  const unsaid = { label: null, rating: 0, verdict: null, pins: [] };
  expect(first.picks).toEqual([{ photo_id: a, picked: true, comment: "Black and white, please", ...unsaid }]);

  await Promise.all(ids.flatMap((id) => [client.pick(id, { picked: true }), other.pick(id, { comment: `For ${id}` })]));
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const [changed] = await Promise.all([
    client.at(`/picks/${a}`, { method: "POST", headers: form, body: "comment=From+a+form" }),
    other.pick(a, { picked: false }),
  ]);

  expect(changed.status).toBe(303);
  const { selection } = await other.selection();
  const [formed, ...rest] = ids.map((id) => ({ photo_id: id, picked: true, comment: `For ${id}`, ...unsaid }));
  expect(selection.picks).toEqual([{ ...formed, picked: false, comment: "From a form" }, ...rest]);
  expect(await client.refusedPick(a, {})).toMatchObject({ status: 422, body: { code: "VALIDATION" } });
});

test("of two comments on one photo in the same moment, both are kept, and one that arrives twice is there once", async () => {
  const { client, ids, startAnother, room } = await withRoom(await startTestServer(), { selection: true }, 8);
  const other = visitRoom(await startAnother(), room);
  const [a] = ids as [PhotoId];
  const say = (from: typeof client, id: PhotoId, comment: string, comment_before = "") =>
    from.pick(id, { comment, comment_before });

  await Promise.all(ids.flatMap((id) => [say(client, id, "Crop it"), say(other, id, "Lighter")]));
  await Promise.all(ids.map((id) => say(client, id, "Crop it")));

  const comments = (await client.selection()).selection.picks.map(({ comment }) => comment);
  expect(comments).toHaveLength(8);
  expect(new Set(comments.map((comment) => comment.split("\n\n").sort().join()))).toEqual(new Set(["Crop it,Lighter"]));
  await say(client, a, "Crop it, please", "Crop it");
  const [first] = (await client.selection()).selection.picks;
  expect(first?.comment.split("\n\n").sort()).toEqual(["Crop it, please", "Lighter"]);
  // Without what it was written over, it replaces the comment.
  await client.pick(a, { comment: "As it is" });
  await say(client, a, "x".repeat(TEXT_MAX_CHARS), "As it is");
  expect(await client.refusedPick(a, { comment: "y".repeat(10), comment_before: "As it is" })).toMatchObject({
    status: 422,
    body: { errors: { comment: ["Someone else has commented too, and both texts together are too long"] } },
  });
  expect(await client.refusedPick(a, { comment_before: "" })).toMatchObject({ status: 422 });
});

test("a sent selection is frozen until the owner reopens it", async () => {
  const { client, ids, admin, room } = await startWithRoom({ selection: true });
  const [a, b] = ids as [PhotoId, PhotoId];
  const params = { id: room.id };
  await client.pick(a, { picked: true });
  expect((await client.refusedSend({ name: " " })).status).toBe(422);

  const { selection } = await client.send({ name: "Ana", email: "ana@example.com", message: "Thanks" });

  expect(selection).toMatchObject({ state: "sent", name: "Ana", sent_on: expect.any(String) });
  expect((await client.refusedPick(b, { picked: true })).status).toBe(409);
  expect((await client.refusedPick(a, { picked: true, comment: "x" })).status).toBe(409);
  expect((await client.refusedSend({ name: "Ana" })).status).toBe(409);
  expect((await admin.call(contract.listRooms)).rooms[0]).toMatchObject({ selection_state: "sent", picks_count: 1 });
  const got = await admin.call(contract.getRoom, { params });
  expect(got.selection).toMatchObject({ state: "sent", name: "Ana", email: "ana@example.com", message: "Thanks" });
  expect(got.photos.map(({ id }) => id)).toEqual(ids);

  expect((await admin.call(contract.reopenSelection, { params })).room.selection_state).toBe("open");
  await client.pick(b, { picked: true });
  await client.send({ name: "Ana" });
  expect((await client.selection()).selection.picks_count).toBe(2);
});

test("a sent selection is news until the owner has opened it", async () => {
  const { client, admin, room } = await startWithRoom({ selection: true });
  expect((await admin.call(getSummary)).new_selections).toBe(0);

  await client.send({ name: "Ana" });

  expect((await admin.call(getSummary)).new_selections).toBe(1);
  expect((await admin.call(contract.listRooms)).rooms[0]?.has_news).toBe(true);
  await admin.call(contract.updateRoom, { params: { id: room.id }, body: { seen: true } });
  expect((await admin.call(getSummary)).new_selections).toBe(0);
});

test("a room without a selection takes no choices", async () => {
  const { client, ids } = await startWithRoom();

  expect((await client.refusedPick(ids[0] as PhotoId, { picked: true })).status).toBe(403);
  expect((await client.refusedSend({ name: "Ana" })).status).toBe(403);
});

test("a photo that is not in the room cannot be chosen", async () => {
  const { client, seed } = await startWithRoom({ selection: true });
  const other = await seed.photo();

  expect(await client.refusedPick(other.id, { picked: true })).toMatchObject({
    status: 404,
    body: { code: "PHOTO_NOT_FOUND" },
  });
});

test("a trashed photo leaves every room, restoring brings it back, and deleting removes it", async () => {
  const { client, admin, ids, room } = await startWithRoom({ selection: true });
  const [a, b, c] = ids as [PhotoId, PhotoId, PhotoId];
  await client.pick(b, { picked: true });
  const shown = async () => (await client.data()).data.photos.map(({ id }) => id);

  await admin.call(trashPhoto, { params: { id: b } });

  expect(await shown()).toEqual([a, c]);
  expect((await client.selection()).selection.picks_count).toBe(0);
  expect((await client.refusedPick(b, { picked: true })).status).toBe(404);
  expect((await admin.call(contract.listRooms)).rooms[0]).toMatchObject({ photo_count: 2, picks_count: 0 });
  await admin.call(restorePhoto, { params: { id: b } });
  expect(await shown()).toEqual([a, b, c]);
  await admin.call(trashPhoto, { params: { id: b } });
  await admin.call(deletePhotoPermanently, { params: { id: b } });
  expect(await shown()).toEqual([a, c]);
  expect((await admin.call(contract.getRoom, { params: { id: room.id } })).photos).toHaveLength(2);
});

test("a room keeps its photos when its album is deleted", async () => {
  const { client, admin, album, ids, room } = await startWithRoom();

  await admin.call(deleteAlbum, { params: { slug: album.slug } });

  expect((await client.data()).data.photos.map(({ id }) => id)).toEqual(ids);
  expect((await admin.call(contract.getRoom, { params: { id: room.id } })).room.album_slug).toBeNull();
});

test("the owner changes, closes, opens and deletes a room, and its link stays the same", async () => {
  const { client, admin, room } = await startWithRoom();
  const params = { id: room.id };
  const update = (body: object) => admin.call(contract.updateRoom, { params, body });

  const { room: changed } = await update({
    title: "For Bea",
    message: "New",
    download: "original",
    selection: true,
    selection_limit: 5,
    expires_on: "2199-01-31",
  });
  expect(changed).toMatchObject({
    title: "For Bea",
    message: "New",
    url: room.url,
    download: "original",
    selection: true,
    selection_limit: 5,
    selection_state: "open",
    expires_on: "2199-01-31T23:59:59.999Z",
    status: "open",
  });
  expect((await update({ closed: true })).room.status).toBe("closed");
  expect(await client.status()).toBe(404);
  expect((await update({ closed: false })).room.status).toBe("open");
  expect(await client.status()).toBe(200);
  expect(await admin.call(contract.deleteRoom, { params })).toMatchObject({ success: true });
  expect(await client.status()).toBe(404);
  expect(await admin.refused(contract.getRoom, { params })).toMatchObject({
    status: 404,
    body: { code: "ROOM_NOT_FOUND", message: "Room not found" },
  });
  expect((await admin.refused(contract.deleteRoom, { params })).status).toBe(404);
});

test("a room ends at its time, to the second", async () => {
  const expires_on = new Date(Date.now() + 60_000).toISOString();
  const { client, clock } = await withRoom(await startTestServer(), { expires_on });
  expect(await client.status()).toBe(200);

  clock.advanceMs(60_000);

  expect(await client.status()).toBe(404);
});

test("a new room needs a last day to come, and an expired one opens again with a new one", async () => {
  const { admin, album, room, client, clock } = await withRoom(await startTestServer(), { expires_on: "2199-01-31" });
  const params = { id: room.id };
  const update = (body: object) => admin.call(contract.updateRoom, { params, body });
  const refused = {
    status: 422,
    body: { errors: { expires_on: ["This day has passed. Choose today or a later day"] } },
  };
  const yesterday = new Date(clock.now().getTime() - DAY_MS).toISOString();
  for (const expires_on of ["2020-01-01", yesterday]) {
    const body = { title: "Late", album_slug: album.slug, expires_on };
    expect(await admin.refused(contract.createRoom, { body })).toMatchObject(refused);
    // A room that there is ends with it.
    expect((await update({ expires_on })).room.status).toBe("expired");
  }
  expect(await admin.call(contract.listRooms)).toMatchObject({ rooms: [{ title: room.title }] });
  // Until its end.
  const today = clock.now().toISOString().slice(0, 10);
  expect((await update({ expires_on: today })).room.status).toBe("open");

  clock.advanceMs(DAY_MS);

  expect(await client.status()).toBe(404);
  // Its other fields can be changed, with the same last day sent along.
  const { room: renamed } = await update({ title: "For Bea", expires_on: `${today}T23:59:59.999Z` });
  expect(renamed).toMatchObject({ title: "For Bea", status: "expired" });
  expect((await update({ closed: true })).room.status).toBe("closed");
  expect(await admin.refused(contract.updateRoom, { params, body: { closed: false } })).toMatchObject({
    status: 422,
    body: { errors: { expires_on: ["The last day of this room has passed. Choose a new one"] } },
  });
  const tomorrow = new Date(clock.now().getTime() + DAY_MS).toISOString();
  expect((await update({ closed: false, expires_on: tomorrow })).room.status).toBe("open");
  expect(await client.status()).toBe(200);
});

test("a new link ends the old one", async () => {
  const server = await startWithRoom();
  const { client, admin, room } = server;

  const { room: renewed } = await admin.call(contract.updateRoom, {
    params: { id: room.id },
    body: { new_link: true },
  });

  expect(renewed.url).not.toBe(room.url);
  expect(await client.status()).toBe(404);
  expect(await visitRoom(server, renewed).status()).toBe(200);
});

test("the selection is exported by the camera's file names, and no comment runs in a spreadsheet", async () => {
  const { client, admin, ids, room } = await startWithRoom({ selection: true });
  const [a, b] = ids as [PhotoId, PhotoId];
  await client.pick(a, { picked: true, comment: '=HYPERLINK("http://evil"), "please"' });
  await client.pick(b, { picked: true, comment: 'Crop <here> & "there"\nand brighter' });
  const file = (name: string) => admin.fetch(`/api/v1/admin/rooms/${room.id}/${name}`);

  const table = await file("selection.csv");
  expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(Buffer.from(await table.arrayBuffer()).toString()).toBe(
    [
      `\uFEFF${TABLE_HEAD}`,
      `"DSC_0001.jpg","'=HYPERLINK(""http://evil""), ""please"""${PICKED}`,
      `"DSC_0002.jpg","Crop <here> & ""there""\nand brighter"${PICKED}`,
      "",
    ].join("\r\n"),
  );

  const archive = await file("selection.zip");
  expect(archive.headers.get("content-type")).toBe("application/zip");
  const sidecars = unzip(Buffer.from(await archive.arrayBuffer()));
  expect([...sidecars.keys()]).toEqual(["DSC_0001.xmp", "DSC_0002.xmp"]);
  const text = sidecars.get("DSC_0002.xmp")?.toString() ?? "";
  expect(text).toContain('xmp:Rating="5"');
  expect(text).toContain('xmp:Label="Green"');
  expect(text).toContain('photoshop:Instructions="Crop &lt;here&gt; &amp; &quot;there&quot;&#10;and brighter"');
});

test("no part of a comment begins like a formula, and other text stays as it is", async () => {
  const cells = [
    ["nice;=cmd|' /C calc'!A0", "nice;'=cmd|' /C calc'!A0"],
    ["first\n=1+1", "first\n'=1+1"],
    ["first\n- a list\n- of points", "first\n'- a list\n'- of points"],
    ["one\t@SUM(A1)", "one\t'@SUM(A1)"],
    ["＝1+1", "'＝1+1"],
    ["one; －2", "one; '－2"],
    ["a = b, 2-3, -1 stop and me@example.com", "a = b, 2-3, -1 stop and me@example.com"],
  ] as const;
  const { client, admin, ids, room } = await startWithRoom({ selection: true }, cells.length);
  for (const [index, id] of ids.entries()) await client.pick(id, { picked: true, comment: cells[index]?.[0] ?? "" });

  const table = await admin.fetch(`/api/v1/admin/rooms/${room.id}/selection.csv`);
  const rows = cells.map(([, cell], index) => `"DSC_000${index + 1}.jpg","${cell}"${PICKED}`);
  expect(await table.text()).toBe([TABLE_HEAD, ...rows, ""].join("\r\n"));
});

function tokenOf({ url }: contract.Room): string {
  return url?.slice("/s/".length) ?? "";
}
