import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { insertRows, photoRow } from "../../rig/photo-row.ts";
import { freshDatabase } from "../../rig/server/start-test-server.ts";
import { connectDatabase, type Database } from "./connect.ts";
import { appliedMigrations, migrate, NAMES } from "./migrate.ts";
import { up as resumableUploads } from "./migrations/020-resumable-uploads.ts";
import { up as selectionMail } from "./migrations/021-selection-mail.ts";
import type { NewPhotoRow } from "./schema.ts";

/** Append here. A line that moves, or a name that changes, is a library that cannot start. */
const RELEASED = [
  "001-library",
  "002-photo-counts",
  "003-defence",
  "004-former-places",
  "005-alt-text",
  "006-picture-space",
  "007-without-alt",
  "008-creator-and-zone",
  "009-sessions",
  "010-drafts",
  "011-passkeys",
  "012-album-photos",
  "013-finding",
  "014-hdr",
  "015-rooms",
  "016-focal-point",
  "017-former-file",
  "018-messages",
  "019-categories",
  "020-resumable-uploads",
  "021-selection-mail",
  "022-feed-ids",
  "023-source-filename",
  "024-search-words",
  "025-uploads-once",
  "026-sessions-of-passkeys",
  "027-account-mail",
  "028-room-guesses",
  "029-sequences",
  "030-replacing-uploads",
  "031-document-ids",
  "032-closed-on",
  "033-tokens",
  "034-covers-and-times",
  "035-room-voices",
  "036-written-pages",
  "037-site-pictures",
  "038-draft-links",
  "039-foreign-addresses",
];

test("migrations are only ever appended, under the next number", () => {
  expect(NAMES).toEqual(RELEASED);
  expect(NAMES.map((name) => Number.parseInt(name, 10))).toEqual(RELEASED.map((_name, index) => index + 1));
});

test.each([
  ["021", []],
  ["021 and 020", [["020-resumable-uploads", resumableUploads]]],
] as const)("a library of the versions that had %s before 019 is brought along", async (_which, others) => {
  const database = await emptyDatabase();
  await migrate(database, "018-messages");
  for (const [name, up] of [["021-selection-mail", selectionMail], ...others] as const) {
    await up(database.db);
    await recordMigration(database, name);
  }

  await migrate(database, "024-search-words");
  // Recorded in another order than that of their names from now on.
  await migrate(database);

  expect(await appliedMigrations(database)).toEqual(RELEASED);
  const inOrder = await emptyDatabase();
  await migrate(inOrder);
  expect(await readColumns(database)).toEqual(await readColumns(inOrder));
});

test("an upgrade that fails halfway leaves nothing behind, and can be tried again", async () => {
  const database = await emptyDatabase();
  await migrate(database, "034-covers-and-times");
  // In the way of the last statements of 036.
  await sql`create table former_page_slug (id integer)`.execute(database.db);
  await expect(migrate(database)).rejects.toThrow("former_page_slug");
  expect((await appliedMigrations(database)).at(-1)).toBe("034-covers-and-times");
  await sql`drop table former_page_slug`.execute(database.db);

  await migrate(database);

  expect(await appliedMigrations(database)).toEqual(RELEASED);
});

test("a library that no version can have written is refused in one sentence, and left alone", async () => {
  const database = await emptyDatabase();
  await migrate(database, "003-defence");
  await recordMigration(database, "005-alt-text");

  await expect(migrate(database)).rejects.toThrow(
    "the database has '005-alt-text' but lacks '004-former-places', so no released version wrote it. Restore a backup",
  );

  expect(await appliedMigrations(database)).toHaveLength(4);
});

test("photos of a library from before the counts are counted when it is opened", async () => {
  const database = await emptyDatabase();
  const now = new Date();
  await migrate(database, "001-library");
  const trashed = oldRow(now, { deleted_at: now.toISOString() });
  await insertRows(database.db, [oldRow(now), oldRow(now), trashed]);

  await migrate(database);
  await insertRows(database.db, [photoRow(now)]);

  expect(await database.db.selectFrom("photo_count").selectAll().orderBy("place").execute()).toEqual([
    { place: "album", count: 0 },
    { place: "loose", count: 3 },
    { place: "trash", count: 1 },
  ]);
});

test.each([
  ["the newest with a password", ["hash-a", "hash-b", null], "user1@example.com"],
  ["the newest, where none has a password", [null, null], "user1@example.com"],
])("of several admins of an older library, %s stays, and the others' sessions end", async (_who, hashes, stays) => {
  const database = await emptyDatabase();
  await migrate(database, "002-photo-counts");
  for (const [index, password_hash] of hashes.entries()) {
    const email = `user${index}@example.com`;
    const row = { name: "", email, password_hash, is_admin: 1, role: "admin", created_at: "2026-01-01" } as const;
    const { id } = await database.db.insertInto("user").values(row).returning("id").executeTakeFirstOrThrow();
    const token = { hash: email, user_id: id, created_at: "2026-01-01", last_used_at: "2026-01-01" };
    await database.db.insertInto("token").values(token).execute();
  }
  await database.db.insertInto("setting").values({ key: "signing_key", value: "old" }).execute();

  await migrate(database);

  expect(await database.db.selectFrom("user").select("email").execute()).toEqual([{ email: stays }]);
  expect(await database.db.selectFrom("token").select("hash").execute()).toEqual([{ hash: stays }]);
  expect(await database.db.selectFrom("setting").selectAll().execute()).toEqual([]);
});

test("the newest photos of an older library keep the identity that readers of the feed know", async () => {
  const database = await emptyDatabase();
  await migrate(database, "021-selection-mail");
  const now = new Date();
  await database.db
    .insertInto("album")
    .values({ slug: "harbour", title: "", description: "", category: "urban", position: 0, created_at: "2026-01-01" })
    .execute();
  const album_id = (await database.db.selectFrom("album").select("id").executeTakeFirstOrThrow()).id;
  const draft = {
    slug: "secret",
    title: "",
    description: "",
    category: "urban",
    position: 1,
    created_at: "2026-01-01",
  };
  await database.db
    .insertInto("album")
    .values({ ...draft, status: "draft" })
    .execute();
  const inDraft = await database.db
    .selectFrom("album")
    .select("id")
    .where("slug", "=", "secret")
    .executeTakeFirstOrThrow();
  await insertRows(database.db, [
    oldRow(now, { album_id, category: "URBAN" }),
    oldRow(now),
    // Never in the feed: their URLs must not show up there later.
    oldRow(now, { album_id: inDraft.id, category: "URBAN" }),
    oldRow(now, { album_id, category: "URBAN", visibility: 1 }),
  ]);

  await migrate(database);
  await insertRows(database.db, [photoRow(now, { album_id })]);

  const rows = await database.db.selectFrom("photo").select(["id", "feed_path"]).orderBy("id").execute();
  const [first, ...others] = rows.map(({ feed_path }) => feed_path);
  expect(first).toBe(`/urban/harbour/photo/${rows[0]?.id}`);
  expect(others).toEqual([null, null, null, null]);
});

test("photos of a library from before alt texts have an empty one", async () => {
  const database = await emptyDatabase();
  await migrate(database, "004-former-places");
  await insertRows(database.db, [oldRow(new Date(), { title: "Kept", former_places: '{"album":[1]}' })]);

  await migrate(database);

  const rows = await database.db.selectFrom("photo").select(["title", "alt", "former_places"]).execute();
  expect(rows).toEqual([{ title: "Kept", alt: "", former_places: '{"album":[1]}' }]);
});

test("photos of a library from before focal points have none", async () => {
  const database = await emptyDatabase();
  await migrate(database, "008-creator-and-zone");
  await insertRows(database.db, [oldRow(new Date(), { title: "Kept" })]);

  await migrate(database);

  const rows = await database.db.selectFrom("photo").select(["title", "focal_point"]).execute();
  expect(rows).toEqual([{ title: "Kept", focal_point: null }]);
});

test("a selection sent before selections were mailed is not mailed after the upgrade", async () => {
  const database = await emptyDatabase();
  await migrate(database, "018-messages");
  const texts = { title: "For Ana", message: "", token_hash: "hash", token_sealed: "sealed", epoch: "epoch" };
  const times = { expires_on: null, last_opened_on: null, sent_on: "2026-11-01", created_at: "2026-10-01" };
  const room = { ...texts, ...times, password_hash: null, album_id: null, selection_limit: null } as const;
  await database.db
    .insertInto("room")
    // As the table was.
    .values({ ...room, download: "none", selection: 1, closed: 0 } as never)
    .execute();

  await migrate(database);

  const rows = await database.db.selectFrom("room_selection").select(["sent_on", "mail_at", "mail_attempts"]).execute();
  expect(rows).toEqual([{ sent_on: "2026-11-01", mail_at: null, mail_attempts: 0 }]);
});

test("a room of a library from before closings were dated is closed since it was last in use", async () => {
  const database = await emptyDatabase();
  await migrate(database, "031-document-ids");
  const texts = { message: "", token_sealed: "sealed", epoch: "epoch", password_hash: null, download: "none" } as const;
  const room = {
    ...texts,
    expires_on: null,
    album_id: null,
    selection: 0,
    selection_limit: null,
    sent_on: null,
  } as const;
  const times = { created_at: "2026-10-01", last_opened_on: null };
  for (const [title, state] of [
    ["opened", { closed: 1, last_opened_on: "2026-11-01" }],
    ["unopened", { closed: 1 }],
    ["open", { closed: 0, last_opened_on: "2026-11-01" }],
  ] as const) {
    await database.db
      .insertInto("room")
      // As the table was.
      .values({ ...room, ...times, ...state, title, token_hash: title } as never)
      .execute();
  }

  await migrate(database);

  const rows = await database.db.selectFrom("room").select(["title", "closed_on"]).orderBy("id").execute();
  expect(rows).toEqual([
    { title: "opened", closed_on: "2026-11-01" },
    { title: "unopened", closed_on: "2026-10-01" },
    { title: "open", closed_on: null },
  ]);
});

test("what was chosen before voices are the marks of one voice, and rooms where nothing was have none", async () => {
  const database = await emptyDatabase();
  await migrate(database, "033-tokens");
  await insertRows(database.db, [photoRow(new Date()), photoRow(new Date())]);
  const photos = await database.db.selectFrom("photo").select(["id", "sha256"]).orderBy("id").execute();
  for (const [title, picked] of [
    ["Chosen", 1],
    ["Quiet", 0],
  ]) {
    await sql`
      insert into room (title, message, token_hash, token_sealed, epoch, download, selection, created_at, sent_name)
      values (${title}, '', ${title}, '', '', 'none', 1, '2026-10-01', 'Ana')
    `.execute(database.db);
    for (const [position, { id }] of photos.entries()) {
      await sql`
        insert into room_photo (room_id, photo_id, position, picked, comment)
        select id, ${id}, ${position}, ${position === 0 ? picked : 0}, ${position === 1 && picked ? "Crop" : ""}
        from room where title = ${title}
      `.execute(database.db);
    }
  }

  await migrate(database);

  const { db } = database;
  const voices = await db.selectFrom("room_voice").select(["room_id", "key_hash"]).orderBy("room_id").execute();
  expect(voices).toEqual([1, 2].map((room_id) => ({ room_id, key_hash: null })));
  expect(await db.selectFrom("room_selection").select(["room_id", "round", "name", "sent_on"]).execute()).toEqual([
    { room_id: 1, round: 1, name: "Ana", sent_on: null },
  ]);
  const marks = await db.selectFrom("room_mark").select(["photo_id", "picked", "comment", "rating"]).execute();
  expect(marks.sort((a, b) => a.photo_id - b.photo_id)).toEqual([
    { photo_id: photos[0]?.id, picked: 1, comment: "", rating: 0 },
    { photo_id: photos[1]?.id, picked: 0, comment: "Crop", rating: 0 },
  ]);
  const files = await db
    .selectFrom("room_photo")
    .select(["round", "sha256"])
    .where("room_id", "=", 1 as never)
    .execute();
  expect(files).toEqual(photos.map(({ sha256 }) => ({ round: 1, sha256 })));
});

test("photos of a library from before creators and zones have none, and keep their copyright", async () => {
  const database = await emptyDatabase();
  await migrate(database, "007-without-alt");
  await insertRows(database.db, [oldRow(new Date(), { copyright: "© Ana" })]);

  await migrate(database);

  const rows = await database.db.selectFrom("photo").select(["creator", "captured_zone", "copyright"]).execute();
  expect(rows).toEqual([{ creator: null, captured_zone: null, copyright: "© Ana" }]);
});

test("photos and pictures of a library from before gain maps have none", async () => {
  const database = await emptyDatabase();
  await migrate(database, "007-without-alt");
  await insertRows(database.db, [oldRow(new Date())]);

  await migrate(database);

  const { hdr, id } = await database.db.selectFrom("photo").select(["id", "hdr"]).executeTakeFirstOrThrow();
  const variant = { photo_id: id, size: "thumb", width: 1, height: 1, jpeg_bytes: 1, avif_bytes: null } as const;
  await database.db.insertInto("variant").values(variant).execute();
  const [row] = await database.db.selectFrom("variant").select("hdr_bytes").execute();
  expect([hdr, row?.hdr_bytes]).toEqual([0, null]);
});

test("full-size pictures of a library from before the disk budget count toward it, and no other size does", async () => {
  const database = await emptyDatabase();
  await migrate(database, "005-alt-text");
  await insertRows(database.db, [oldRow(new Date())]);
  const { id: photo_id } = await database.db.selectFrom("photo").select("id").executeTakeFirstOrThrow();
  const row = { photo_id, width: 1, height: 1, jpeg_bytes: 1, avif_bytes: null };
  const sizes = ["medium", "large", "original"] as const;
  await database.db
    .insertInto("variant")
    .values(sizes.map((size) => ({ ...row, size })))
    .execute();

  await migrate(database);

  const marked = await database.db.selectFrom("variant").select("size").where("on_demand_at", "is not", null).execute();
  expect(marked).toEqual([{ size: "original" }]);
});

test("sessions of a library from before the list of sessions stay valid, and get an id", async () => {
  const database = await emptyDatabase();
  await migrate(database, "007-without-alt");
  const user = { name: "", email: "a@b", password_hash: null, is_admin: 1, role: "admin", created_at: "x" } as const;
  const { id: user_id } = await database.db.insertInto("user").values(user).returning("id").executeTakeFirstOrThrow();
  const token = { hash: "hash", user_id, created_at: "2026-01-01", last_used_at: "2026-01-02" };
  await database.db.insertInto("token").values(token).execute();

  await migrate(database);

  const rows = await database.db.selectFrom("token").selectAll().execute();
  expect(rows).toEqual([{ ...token, id: 1, address: "", agent: "", passkey_id: null }]);
});

test("photos of a library from before the names of first files have the earliest name that is still known", async () => {
  const database = await emptyDatabase();
  await migrate(database, "022-feed-ids");
  const now = new Date();
  const former_file = JSON.stringify({ original_key: "x", filename: 'DSC_0411 "é".NEF.jpg', sha256: "0" });
  await insertRows(database.db, [
    oldRow(now, { filename: "plain.jpg" }),
    oldRow(now, { filename: "edit.jpg", former_file, former_file_until: now.toISOString() }),
  ]);

  await migrate(database);

  const rows = database.db.selectFrom("photo").select(["filename", "source_filename"]).orderBy("id");
  expect(await rows.execute()).toEqual([
    { filename: "plain.jpg", source_filename: "plain.jpg" },
    { filename: "edit.jpg", source_filename: 'DSC_0411 "é".NEF.jpg' },
  ]);
});

test("a library from before categories were data has the three of the specification", async () => {
  const database = await emptyDatabase();
  await migrate(database, "010-drafts");
  await insertRows(database.db, [oldRow(new Date(), { category: "TRAVEL" })]);

  await migrate(database);

  const rows = await database.db.selectFrom("category").selectAll().orderBy("position").execute();
  expect(rows.map(({ key, name, hidden }) => [key, name, hidden])).toEqual([
    ["urban", "Urban", 0],
    ["portraits", "Portraits", 0],
    ["travel", "Travel", 0],
  ]);
  expect(await database.db.selectFrom("photo").select("category").execute()).toEqual([{ category: "TRAVEL" }]);
});

test("albums of a library from before drafts are public", async () => {
  const database = await emptyDatabase();
  await migrate(database, "007-without-alt");
  const row = { title: "A", description: "", position: 0, featured_position: null, cover_photo_id: null };
  await database.db
    .insertInto("album")
    .values({ ...row, slug: "a", category: "urban", created_at: "2026-01-01" })
    .execute();

  await migrate(database);

  expect(await database.db.selectFrom("album").select(["slug", "status"]).execute()).toEqual([
    { slug: "a", status: "public" },
  ]);
});

test("the photos of a library from before several albums are at home where they were, in their order", async () => {
  const database = await emptyDatabase();
  const { db } = database;
  await migrate(database, "007-without-alt");
  const album = { slug: "a", title: "A", description: "", category: "urban", position: 0, created_at: "2026-01-01" };
  const { id: album_id } = await db
    .insertInto("album")
    .values({ ...album, category: "urban", featured_position: null, cover_photo_id: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const now = new Date();
  const before = { favorite_position: 2, featured_position: null, quick_position: null };
  await insertRows(db, [
    oldRow(now, { title: "second", album_id, album_position: 1, visibility: 1 }),
    oldRow(now, { title: "first", album_id, album_position: 0 }),
    oldRow(now, {
      title: "trashed",
      deleted_at: now.toISOString(),
      trashed_from: JSON.stringify({ album_id, album_position: 1, ...before }),
    }),
    oldRow(now, {
      title: "loose",
      deleted_at: now.toISOString(),
      trashed_from: JSON.stringify({ album_id: null, album_position: null, ...before }),
    }),
  ]);

  await migrate(database);

  const members = await db
    .selectFrom("album_photo")
    .innerJoin("photo", "photo.id", "photo_id")
    .select(["title", "position", "rank", "album_photo.visibility", "photo.album_id"])
    .orderBy("position")
    .execute();
  expect(members).toEqual([
    { title: "first", position: 0, rank: 0, visibility: 0, album_id },
    { title: "second", position: 1, rank: 0, visibility: 1, album_id },
  ]);
  const trash = await db.selectFrom("photo").select("trashed_from").where("deleted_at", "is not", null).execute();
  expect(trash.map((row) => JSON.parse(row.trashed_from ?? ""))).toEqual([
    { albums: [{ id: album_id, position: 1 }], ...before },
    { albums: [], ...before },
  ]);
  // The copy follows the photo from now on.
  await db.updateTable("photo").set({ visibility: 1 }).execute();
  expect(await db.selectFrom("album_photo").select("visibility").distinct().execute()).toEqual([{ visibility: 1 }]);
});

test("photos of a library from before finding by camera are found by it", async () => {
  const database = await emptyDatabase();
  await migrate(database, "012-album-photos");
  const exif = JSON.stringify({ camera: "Leica M11", lens: "Summilux" });
  const { camera: _camera, lens: _lens, ...row } = oldRow(new Date(), { exif });
  const { camera: _none, lens: _no, ...plain } = oldRow(new Date());
  await insertRows(database.db, [
    { ...row, search_text: "photo" },
    { ...plain, search_text: "plain.jpg\nold-town" },
  ]);

  await migrate(database);

  const rows = await database.db.selectFrom("photo").select(["camera", "lens", "search_text"]).orderBy("id").execute();
  expect(rows).toEqual([
    { camera: "Leica M11", lens: "Summilux", search_text: " photo leica m11 summilux " },
    { camera: "", lens: "", search_text: " plain jpg old town " },
  ]);
});

/** Without a column that the tables of earlier versions do not have, and with those that only they had. */
function oldRow(now: Date, given: object = {}): NewPhotoRow {
  const { source_filename: _later, ...row } = photoRow(now, given);
  // What is left is a whole row of its time.
  return row as NewPhotoRow;
}

async function recordMigration({ db }: Database, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db);
}

async function readColumns({ db }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${JSON.stringify(column)}`)).sort();
}

async function emptyDatabase(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  const { DATABASE_URL } = await freshDatabase("template0");
  const database = connectDatabase({ databaseUrl: DATABASE_URL, dataDir });
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  return database;
}
