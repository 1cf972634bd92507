import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { updateAlbum } from "../../../contract/albums.ts";
import { updateCategory } from "../../../contract/categories.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { createRoom } from "../../../contract/rooms.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { createWrittenPage } from "../../../contract/written-pages.ts";
import { libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import type { OwnServer } from "../../../rig/server/start-test-server.ts";
import { visitRoom } from "../../../rig/visit-room.ts";
import { connectDatabase, transaction } from "../../db/connect.ts";
import type { UploadRow } from "../../db/schema.ts";
import { beginPut, recordDelete } from "../../library/files/intents.ts";
import { partKeys, roomPictureKey, variantKey } from "../../library/files/keys.ts";
import { SERVER_CONNECTION } from "../../platform/nodes/servers.queries.ts";

test("a sound library passes the check while the server runs and makes a picture again", async () => {
  const server = await libraryOfTwo();
  const { internal_id } = await server.deps.db.selectFrom("photo").select("internal_id").executeTakeFirstOrThrow();
  const key = variantKey(internal_id, "medium", "avif");
  await beginPut(server.deps, [key]);
  // The file is new, and its row is not committed yet.
  await server.deps.storage.putBytes(key, Buffer.from("what will be recorded"));

  const text = await runCommand("doctor", server.deps.config, ["--verify"]);
  const json = await runCommand("doctor", server.deps.config, ["--json"]);

  expect(text).toEqual({ code: 0, out: "2 photos and 10 files: all is well.\n", err: "" });
  expect(json.code).toBe(0);
  expect(JSON.parse(json.out)).toEqual({ findings: [], photos: 2, files: 10, found: 0, repaired: 0 });
});

const onPostgresAndS3 = test.runIf(inject("postgresUrl") && inject("s3Endpoint"));

onPostgresAndS3("a library on PostgreSQL and S3 is checked from a machine without a data folder", async () => {
  const { deps } = await libraryOfTwo();

  const { code, err } = await runCommand("doctor", { ...deps.config, dataDir: join(deps.config.dataDir, "missing") });

  expect([code, err]).toEqual([0, ""]);
});

test("every mismatch is reported and left unchanged", async () => {
  const server = await libraryOfTwo();
  await ruin(server);

  const first = await runCommand("doctor", server.deps.config, ["--json"]);
  const again = await runCommand("doctor", server.deps.config, ["--json"]);

  expect(first.code).toBe(1);
  expect(kindsOf(first.out)).toEqual([
    "count-wrong",
    "order-broken",
    "original-missing",
    "original-without-photo",
    "orphaned-upload-part",
    "upload-part-missing",
    "variant-changed",
    "variant-missing",
    "variant-without-photo",
    "work-left-open",
  ]);
  expect(again.out).toEqual(first.out);
});

test("--fix repairs what it can, and never deletes what may be the only copy", async () => {
  const server = await libraryOfTwo();
  const { config, storage } = server.deps;
  await ruin(server);
  await server.stop();

  const repaired = await runCommand("doctor", config, ["--fix"]);
  const after = await runCommand("doctor", config, ["--json"]);

  expect(repaired.code).toBe(1);
  expect(repaired.out).toContain("10 problems, 9 repaired.");
  expect(kindsOf(after.out)).toEqual(["original-missing"]);
  expect(await storage.sizeOf("lost-and-found/stranger.jpg")).toBe(8);
});

test("--verify finds a changed original of the same size", async () => {
  const server = await libraryOfTwo();
  const photo = await server.deps.db.selectFrom("photo").selectAll().executeTakeFirstOrThrow();
  const other = Buffer.alloc(photo.filesize, "x");
  await server.deps.storage.putBytes(photo.original_key, other);

  const bySize = await runCommand("doctor", server.deps.config);
  const byBytes = await runCommand("doctor", server.deps.config, ["--verify", "--json"]);

  expect(bySize.code).toBe(0);
  expect(byBytes.code).toBe(1);
  expect(kindsOf(byBytes.out)).toEqual(["original-changed"]);
});

test("a library that cannot be checked is reported in one line", async () => {
  const server = await libraryOfTwo();
  const { config } = server.deps;

  const none = await runCommand("doctor", { dataDir: join(config.dataDir, "elsewhere"), databaseUrl: undefined });
  await server.deps.storage.delete(["library-id"]);
  const unmounted = await runCommand("doctor", config);

  expect(none.code).toBe(2);
  expect(none.err).toMatch(/^there is no library in .*\n$/);
  expect(unmounted.code).toBe(2);
  expect(unmounted.err).toMatch(/^the storage is empty although the library has photos.*\n$/);
});

test("a library cannot be repaired while a server runs", async () => {
  const server = await libraryOfTwo();
  await server.startAnother();

  const refused = await runCommand("doctor", server.deps.config, ["--fix"]);

  const reason = server.deps.config.databaseUrl ? "a server is running on the database" : "another Vitrine is running";
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(reason) });
});

onPostgresAndS3("a connection that a server closes as it stops does not prevent a repair", async () => {
  const { deps, stop } = await libraryOfTwo();
  await stop();
  const last = new Client({ connectionString: deps.config.databaseUrl, application_name: SERVER_CONNECTION });
  await last.connect();

  const repaired = runCommand("doctor", deps.config, ["--fix"]);
  await setTimeout(200);
  await last.end();

  expect(await repaired).toMatchObject({ code: 0, err: "" });
});

test("files that a permanent delete left behind are reported", async () => {
  const { deps } = await libraryOfTwo();
  const key = "originals/de/deleted.jpg";
  await deps.storage.putBytes(key, Buffer.from("still there"));
  await transaction(deps.db, (trx) => recordDelete(trx, [key], new Date(deps.now().getTime() - 5 * 60_000)));

  const { code, out } = await runCommand("doctor", deps.config);

  expect(code).toBe(1);
  expect(out).toMatch(/^The files of 1 permanent delete are still there/);
});

test("a cover from another album is reported, and one that has only left its album is not", async () => {
  const server = await libraryOfTwo();
  const { deps, admin, seed } = server;
  const other = await seed.album();
  const [first, second] = await deps.db.selectFrom("photo").select("id").orderBy("id").execute();
  if (!first || !second) throw new Error("expected two photos");
  await admin.call(updateAlbum, { params: { slug: "album" }, body: { cover_photo_id: first.id } });
  await admin.call(updatePhoto, { params: { id: first.id }, body: { album_id: other.id } });
  expect(await runCommand("doctor", deps.config)).toMatchObject({ code: 0 });
  await deps.db.updateTable("album").set({ cover_photo_id: second.id }).where("id", "=", other.id).execute();

  const found = await runCommand("doctor", deps.config);
  await server.stop();
  const fixed = await runCommand("doctor", deps.config, ["--fix"]);

  expect(found).toMatchObject({
    code: 1,
    out: expect.stringContaining(`Album ${other.id}: its cover, photo ${second.id}, is in another album.`),
  });
  expect(fixed).toMatchObject({ code: 0, out: expect.stringContaining("1 problem, 1 repaired") });
});

test("an address of another site that leads to nothing is reported, and removed", async () => {
  const server = await libraryOfTwo();
  const { deps } = server;
  const nothing = { album_id: null, category_id: null, photo_id: null };
  await deps.db
    .insertInto("foreign_address")
    .values({ address: "/category/7", ...nothing })
    .execute();

  const found = await runCommand("doctor", deps.config);
  await server.stop();
  const fixed = await runCommand("doctor", deps.config, ["--fix"]);

  expect(found).toMatchObject({
    code: 1,
    out: expect.stringContaining("The address /category/7 of another site leads nowhere here."),
  });
  expect(fixed).toMatchObject({ code: 0, out: expect.stringContaining("1 problem, 1 repaired") });
});

test("a photo whose row disagrees with the list of album members is reported, and the list decides", async () => {
  const server = await libraryOfTwo();
  const { deps, seed } = server;
  const other = await seed.album();
  const [first, second] = await deps.db.selectFrom("photo").select(["id", "album_id"]).orderBy("id").execute();
  if (!first || !second) throw new Error("expected two photos");
  await deps.db.updateTable("photo").set({ album_id: other.id }).where("id", "=", first.id).execute();
  await deps.db.updateTable("album_photo").set({ visibility: 1 }).where("photo_id", "=", second.id).execute();

  const found = await runCommand("doctor", deps.config);
  await server.stop();
  const fixed = await runCommand("doctor", deps.config, ["--fix"]);
  const again = await runCommand("doctor", deps.config);

  expect(found.out).toContain(`Photo ${first.id}: its row and the list of album members disagree.`);
  expect(found.out).toContain(`Photo ${second.id}: its row and the list of album members disagree.`);
  expect(fixed).toMatchObject({ code: 0, out: expect.stringContaining("2 problems, 2 repaired") });
  expect(again.code).toBe(0);
});

test("a category that albums name and that does not exist is reported, and added, hidden", async () => {
  const server = await libraryOfTwo();
  const { deps, admin } = server;
  await deps.db.updateTable("album").set({ category: "lost" }).execute();
  // Photos name theirs in capitals.
  await admin.call(updateCategory, { params: { key: "urban" }, body: { key: "київ" } });

  const found = await runCommand("doctor", deps.config);
  await server.stop();
  const fixed = await runCommand("doctor", deps.config, ["--fix"]);

  expect(found).toMatchObject({ code: 1, out: expect.stringContaining("in the category lost, which does not exist.") });
  expect(found.out).not.toMatch(/київ/i);
  expect(fixed).toMatchObject({ code: 0, out: expect.stringContaining("It was added, hidden from visitors.") });
});

test("a picture of a room that is gone is reported, and deleted; one of a room that is there is sound", async () => {
  const server = await libraryOfTwo();
  const { deps, admin } = server;
  const { id } = await deps.db.selectFrom("photo").select("id").executeTakeFirstOrThrow();
  const { room } = await admin.call(createRoom, { body: { title: "Proofs", photo_ids: [id], watermark: "Proof" } });
  const client = visitRoom(server, room);
  const [photo] = (await client.data()).data.photos;
  expect((await client.fetch(photo?.image_urls.thumb ?? "")).status).toBe(200);
  expect(await runCommand("doctor", deps.config)).toMatchObject({ code: 0 });
  const lost = roomPictureKey(room.id + 1, "jpeg");
  await deps.storage.putBytes(lost, Buffer.from("a picture"));

  const found = await runCommand("doctor", deps.config, ["--json"]);
  await server.stop();
  const fixed = await runCommand("doctor", deps.config, ["--fix"]);

  expect(kindsOf(found.out)).toEqual(["room-picture-without-room"]);
  expect(fixed).toMatchObject({ code: 0, out: expect.stringContaining(`${lost} belongs to no viewing room.`) });
  expect(await deps.storage.sizeOf(lost)).toBeUndefined();
});

test("an icon whose files are gone is reported, and taken off the site", async () => {
  const server = await libraryOfTwo();
  await server.deps.db.deleteFrom("site_picture").execute();

  const found = await runCommand("doctor", server.deps.config);
  await server.stop();
  const fixed = await runCommand("doctor", server.deps.config, ["--fix"]);

  expect(found).toMatchObject({ code: 1, out: expect.stringContaining("The files of the site's icon are missing.") });
  expect(fixed).toMatchObject({ code: 0, out: expect.stringContaining("It was taken off the site") });
});

test("an unfinished upload is sound while its parts are in storage", async () => {
  const { deps } = await libraryOfTwo();
  const upload = unfinishedUpload(["0-22222222", "4-33333333"]);
  for (const key of partKeys(upload)) await deps.storage.putBytes(key, Buffer.from("part"));
  await deps.db.insertInto("upload").values(upload).execute();

  const { code, out } = await runCommand("doctor", deps.config);

  expect([code, out]).toEqual([0, "2 photos and 12 files: all is well.\n"]);
});

test("triggers and views that are not ours are reported, and ours if they were changed", async () => {
  const { deps } = await libraryOfTwo();
  const isSqlite = deps.database.dialect === "sqlite";
  const run = (statement: string) => sql.raw(statement).execute(deps.db);
  await run("create view visitors as select email from message");
  if (isSqlite) {
    await run("create trigger leak after insert on message begin update album set description = new.email; end");
    await run("drop trigger album_photo_visibility");
    await run(`create trigger album_photo_visibility after update of visibility on photo begin
      update album_photo set visibility = 0 where photo_id = new.id; end`);
  } else {
    const body = "returns trigger language plpgsql as $$ begin update album set description = ''; return null; end $$";
    await run(`create function leak() ${body}`);
    await run("create trigger leak after insert on message for each row execute function leak()");
    await run(`create or replace function copy_photo_visibility() ${body}`);
  }

  const { code, out } = await runCommand("doctor", deps.config);

  expect([code, out.split("\n")]).toEqual([
    1,
    [
      expect.stringContaining("The trigger album_photo_visibility of the table photo is not as Vitrine made it"),
      expect.stringContaining("The trigger leak of the table message is not Vitrine's"),
      expect.stringContaining("The view visitors is not Vitrine's"),
      "2 photos and 10 files: 3 problems.",
      "",
    ],
  ]);
});

const unfinishedUpload = (parts: string[]): UploadRow => ({
  id: "0123456789abcdef0123456789abcdef",
  filename: "boat.jpg",
  album: "album",
  file_modified_on: null,
  actor: "admin@example.com",
  address: "127.0.0.1",
  length: 100,
  received: 4 * parts.length,
  parts: JSON.stringify(parts),
  state: "receiving",
  photo_id: null,
  duplicate_of: null,
  error: null,
  expires_at: "2999-01-01T00:00:00.000Z",
  sha256: null,
  after_photo: 0,
  replaces: null,
});

/** One fault of each kind. */
async function ruin({ deps }: OwnServer): Promise<void> {
  const [first, second] = await deps.db.selectFrom("photo").selectAll().orderBy("id").execute();
  if (!first || !second) throw new Error("expected two photos");
  await deps.storage.delete([first.original_key, variantKey(second.internal_id, "thumb", "avif")]);
  await deps.storage.putBytes(variantKey(second.internal_id, "medium", "jpeg"), Buffer.from("not what was made"));
  await deps.storage.putBytes("originals/st/stranger.jpg", Buffer.from("a stray!"));
  await deps.storage.putBytes("variants/st/stranger/thumb.jpg", Buffer.from("a stray"));
  await deps.db.updateTable("album_photo").set({ position: 5 }).where("photo_id", "=", second.id).execute();
  await deps.db.updateTable("photo_count").set({ count: 7 }).where("place", "=", "trash").execute();
  await deps.storage.putBytes("uploads/stranger/0-00000000", Buffer.from("a stray"));
  await deps.db
    .insertInto("upload")
    .values(unfinishedUpload(["0-11111111"]))
    .execute();
  await beginPut({ ...deps, now: () => new Date("2020-01-01") }, ["originals/le/left.jpg"]);
}

function kindsOf(json: string): string[] {
  // The command's own output format.
  const { findings } = JSON.parse(json) as { findings: { kind: string }[] };
  return findings.map(({ kind }) => kind).sort();
}

test("a line that cannot be read or names a photo twice is mended, and a photo that is away is no fault", async () => {
  const { deps, admin, stop } = await libraryOfTwo();
  const [version] = await deps.db.selectFrom("album_version").selectAll().execute();
  const [pair, text] = JSON.parse(version?.panels ?? "[]");
  const [first, second] = pair.photo_ids;
  await admin.call(trashPhoto, { params: { id: first } });
  expect((await runCommand("doctor", deps.config)).out).toContain("all is well");

  const panels = [pair, { kind: "photos", photo_ids: [second], gap: 10 }, { kind: "video" }, text];
  await deps.db
    .updateTable("album_version")
    .set({ panels: JSON.stringify(panels), current: 0 })
    .execute();
  const found = await runCommand("doctor", deps.config, ["--json"]);
  expect(kindsOf(found.out)).toEqual(["line-broken"]);
  await stop();

  expect((await runCommand("doctor", deps.config, ["--fix"])).out).toContain("1 problem, 1 repaired");
  expect(kindsOf((await runCommand("doctor", deps.config, ["--json"])).out)).toEqual([]);
  const { db, close } = connectDatabase(deps.config);
  const mended = await db.selectFrom("album_version").select(["current", "panels"]).execute();
  await close();
  expect(mended).toEqual([{ current: 1, panels: JSON.stringify([pair, text]) }]);
});

test("a page that cannot be read, or names a photo or an album that is gone, is mended", async () => {
  const { deps, admin, seed, stop } = await libraryOfTwo();
  const { id } = await seed.picture();
  const blocks = [
    { kind: "photos" as const, photo_ids: [id], caption: "" },
    { kind: "heading" as const, text: "Work" },
  ];
  await admin.call(createWrittenPage, { body: { kind: "page", title: "Work", blocks } });
  expect((await runCommand("doctor", deps.config)).out).toContain("all is well");

  const broken = [
    ...blocks,
    { kind: "photos", photo_ids: [id, 99_999], caption: "" },
    { kind: "album", album_id: 99_999 },
  ];
  await deps.db
    .updateTable("written_page")
    .set({ blocks: JSON.stringify([...broken, { kind: "video" }]), position: 3 })
    .where("title", "=", "Work")
    .execute();
  const found = await runCommand("doctor", deps.config, ["--json"]);
  expect(kindsOf(found.out)).toEqual(["order-broken", "page-broken"]);
  await stop();

  expect((await runCommand("doctor", deps.config, ["--fix"])).out).toContain("2 problems, 2 repaired");
  const { db, close } = connectDatabase(deps.config);
  const mended = await db.selectFrom("written_page").select("blocks").where("title", "=", "Work").execute();
  await close();
  expect(mended).toEqual([{ blocks: JSON.stringify([...blocks, blocks[0]]) }]);
});
