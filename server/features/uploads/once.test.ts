import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { listAlbumPhotos, updateAlbum } from "../../../contract/albums.ts";
import { countUploads, findDuplicates, getUpload } from "../../../contract/uploads.ts";
import { createClient } from "../../../rig/client.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { beginUpload, idOf, locationOf, saveResultOf, sendBytes, TUS } from "../../../rig/tus.ts";
import { upload } from "../../../rig/upload.ts";

type Sender = Pick<TestServer, "admin">;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function begin({ admin }: Sender, album: string, bytes: Buffer): Promise<string> {
  return locationOf(await beginUpload(admin, { album, length: bytes.length }));
}

async function idsIn({ admin }: Sender, slug: string): Promise<number[]> {
  const { photos } = await admin.call(listAlbumPhotos, { params: { slug } });
  return photos.map(({ id }) => id);
}

async function expectOnlyFilesOf(server: TestServer, photos: number): Promise<void> {
  const { db, storage } = server.deps;
  const intents = () => db.selectFrom("storage_intent").selectAll().execute();
  await expect.poll(intents, { timeout: 30_000, interval: 50 }).toEqual([]);
  const originals: string[] = [];
  for await (const { key } of storage.list()) if (!key.startsWith("variants/")) originals.push(key);
  expect(originals).toHaveLength(photos);
}

/** Files arrive, and wait until they are let through. */
function holdPictures({ deps }: TestServer): { release(): void } {
  const { make } = deps.images;
  const held = Promise.withResolvers<void>();
  deps.images.make = async (...input) => {
    await held.promise;
    return make(...input);
  };
  const release = () => {
    deps.images.make = make;
    held.resolve();
  };
  onTestFinished(release);
  return { release };
}

test("a file that is sent twice at once is one photo, which both uploads report", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const { slug } = await seed.album();
  const bytes = await makePicture({ width: 300, height: 200 });
  const locations = [await begin(server, slug, bytes), await begin(server, slug, bytes)];

  await Promise.all(locations.map((location) => sendBytes(admin, location, 0, bytes)));

  const outcomes = await Promise.all(locations.map((location) => saveResultOf(admin, location)));
  const [id] = await idsIn(server, slug);
  expect(await idsIn(server, slug)).toHaveLength(1);
  expect(outcomes.map(({ photo }) => photo?.id)).toEqual([id, id]);
  expect(outcomes.map(({ duplicate_of }) => duplicate_of)).toEqual([null, null]);
  await expectOnlyFilesOf(server, 1);
});

test("one that began while the first was on its way is the same photo, however late it ends, also on another node", async () => {
  const server = await startTestServer();
  const { admin, seed, startAnother } = server;
  const { slug } = await seed.album();
  const bytes = await makePicture();
  const other = createClient((await startAnother()).url, admin.token);
  const first = await begin(server, slug, bytes);
  const second = await begin({ admin: other }, slug, bytes);
  await sendBytes(admin, first, 0, bytes);
  const { photo } = await saveResultOf(admin, first);

  await sendBytes(other, second, 0, bytes);

  expect((await saveResultOf(other, second)).photo?.id).toBe(photo?.id);
  expect(await idsIn(server, slug)).toEqual([photo?.id]);
  await expectOnlyFilesOf(server, 1);
});

test("two nodes that store the same file at the same moment store one photo", async () => {
  const server = await startTestServer();
  const { admin, seed, startAnother } = server;
  const { slug } = await seed.album();
  const other = createClient((await startAnother()).url, admin.token);
  const pictures = await Promise.all(["#111", "#333", "#555", "#777"].map((colour) => makePicture({ colour })));

  const begun = await Promise.all(
    pictures.flatMap((bytes) =>
      [admin, other].map(async (client) => ({ client, bytes, location: await begin({ admin: client }, slug, bytes) })),
    ),
  );

  await Promise.all(begun.map(({ client, location, bytes }) => sendBytes(client, location, 0, bytes)));

  const outcomes = await Promise.all(begun.map(({ client, location }) => saveResultOf(client, location)));
  const ids = await idsIn(server, slug);
  expect(ids).toHaveLength(4);
  expect(outcomes.map(({ photo }) => photo?.id).sort()).toEqual([...ids, ...ids].sort());
});

test("a form and tus, and a form that has a file twice, are one photo", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const album = await seed.album();
  const bytes = await makePicture();
  const file = { name: "a.jpg", bytes };
  const begun = await begin(server, album.slug, bytes);

  const { status, body } = await upload(admin, album, [file, file]);
  await sendBytes(admin, begun, 0, bytes);

  const { photo } = await saveResultOf(admin, begun);
  expect(status).toBe(201);
  expect(body).toMatchObject({ message: "1 photo uploaded", photos: [{ id: photo?.id }], duplicates: [] });
  expect(await idsIn(server, album.slug)).toEqual([photo?.id]);
  await expectOnlyFilesOf(server, 1);
});

test("copies in one form that have names of their own are photos of their own", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const album = await seed.album();
  const bytes = await makePicture();
  const named = (name: string) => ({ name, bytes });

  const { body } = await upload(admin, album, ["a.jpg", "b.jpg", "a.jpg", "c.jpg", "b.jpg"].map(named));

  expect(body.photos.map(({ filename }) => filename)).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
  expect(await idsIn(server, album.slug)).toHaveLength(3);
});

test("the same file in another album, or sent again after it was stored, is a photo of its own", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const [album, elsewhere] = [await seed.album(), await seed.album()];
  const bytes = await makePicture();
  const send = async (location: string) => {
    await sendBytes(admin, location, 0, bytes);
    return saveResultOf(admin, location);
  };
  const locations = [await begin(server, album.slug, bytes), await begin(server, elsewhere.slug, bytes)];
  const [first, second] = [await send(locations[0] ?? ""), await send(locations[1] ?? "")];

  const again = await send(await begin(server, album.slug, bytes));

  expect(new Set([first, second, again].map(({ photo }) => photo?.id)).size).toBe(3);
  expect([second.duplicate_of, again.duplicate_of]).toEqual([first.photo?.id, first.photo?.id]);
});

test("files that have arrived are known before they are photos, and the album says that it receives them", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const [album, other] = [await seed.album(), await seed.album()];
  const [whole, part] = [await makePicture(), await makePicture({ colour: "#123456" })];
  const held = holdPictures(server);
  const location = await begin(server, album.slug, whole);
  await sendBytes(admin, location, 0, whole.subarray(0, 100));
  await sendBytes(admin, location, 100, whole.subarray(100));
  await sendBytes(admin, await begin(server, album.slug, part), 0, part.subarray(0, 100));
  const find = async (album?: string) =>
    (await admin.call(findDuplicates, { body: { sha256: [sha256(whole), sha256(part)], album } })).duplicates;
  const countIn = (slug: string) => admin.call(countUploads, { params: { slug } });

  const arriving = { id: idOf(location), filename: "boat.jpg", album_id: album.id };
  expect(await find()).toEqual([{ sha256: sha256(whole), photo: null, upload: arriving }]);
  expect(await countIn(album.slug)).toMatchObject({ receiving: 1, processing: 1 });
  expect(await countIn(other.slug)).toMatchObject({ receiving: 0, processing: 0 });
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { slug: "renamed" } });
  expect(await countIn("renamed")).toMatchObject({ receiving: 1, processing: 1 });
  expect((await find("renamed"))[0]?.upload?.album_id).toBe(album.id);

  held.release();
  const { photo } = await saveResultOf(admin, location);
  expect(await find()).toMatchObject([{ sha256: sha256(whole), photo: { id: photo?.id }, upload: null }]);
  expect(await countIn("renamed")).toMatchObject({ receiving: 1, processing: 0 });
});

test("of several copies the check names the one in this album, then one outside the trash", async () => {
  const { admin, seed } = await shareTestServer();
  const [album, other] = [await seed.album(), await seed.album()];
  const hash = "a".repeat(64);
  await seed.photo({ sha256: hash, deleted_at: new Date().toISOString() });
  const { id: elsewhere } = await seed.photo({ sha256: hash, album: other });
  const { id: here } = await seed.photo({ sha256: hash, album });
  const find = async (slug?: string) =>
    (await admin.call(findDuplicates, { body: { sha256: [hash], album: slug } })).duplicates[0]?.photo?.id;

  expect([await find(), await find(album.slug), await find(other.slug)]).toEqual([elsewhere, here, elsewhere]);
});

test("an upload that has become a photo cannot be ended any more", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const bytes = await makePicture();
  const location = await begin(server, (await seed.album()).slug, bytes);
  await sendBytes(admin, location, 0, bytes);
  const { photo } = await saveResultOf(admin, location);

  expect((await admin.fetch(location, { method: "DELETE", headers: TUS })).status).toBe(409);

  expect(await admin.call(getUpload, { params: { id: idOf(location) } })).toMatchObject({ photo: { id: photo?.id } });
});

test.each(["a\0b", "../x", "São Paulo", "x".repeat(400)])(
  "an upload into an album that cannot exist (%j) is refused as one that does not",
  async (album) => {
    const server = await shareTestServer();

    const response = await beginUpload(server.admin, { album, length: 10 });

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "ALBUM_NOT_FOUND" });
  },
);

test("control characters in the name of a file are left out of it", async () => {
  const server = await shareTestServer();
  const { slug } = await server.seed.album();

  const response = await beginUpload(server.admin, { album: slug, length: 10, filename: "boat\0\u0007.jpg" });

  expect(response.status).toBe(201);
  const rows = await server.deps.db.selectFrom("upload").select("filename").execute();
  expect(rows).toEqual([{ filename: "boat.jpg" }]);
});
