import { addAlbumPhotos, updateAlbum } from "../../contract/albums.ts";
import { updateCategory } from "../../contract/categories.ts";
import { updatePhoto } from "../../contract/photos.ts";
import { createRoom } from "../../contract/rooms.ts";
import { getSequence, saveSequence } from "../../contract/sequences.ts";
import { addToken } from "../../contract/tokens.ts";
import { createWrittenPage, updateWrittenPage } from "../../contract/written-pages.ts";
import { connectDatabase } from "../../server/db/connect.ts";
import type { Schema } from "../../server/db/schema.ts";
import { SIGNING_SETTINGS } from "../../server/library/secrets/signing.ts";
import { openStorage } from "../../server/platform/storage/open-storage.ts";
import { makePicture } from "../make-picture.ts";
import { upload } from "../upload.ts";
import { visitRoom } from "../visit-room.ts";
import type { LibraryLocation } from "./run-command.ts";
import { type OwnServer, startTestServer } from "./start-test-server.ts";
import { ADMIN } from "./template.ts";

/** What a copy of a library does without. Any other table has to be in it, a new one as well. */
const LEFT_BEHIND = [
  ...["token", "device", "challenge", "rate_limit", "room_guess", "room_picture"],
  ...["upload", "storage_intent", "batch_run", "batch_item", "photo_count", "job"],
];

/** A server with two photos whose texts are hard to store and copy. One of them is in two albums. */
export async function libraryOfTwo(env: Record<string, string> = {}): Promise<OwnServer> {
  const server = await startTestServer(env);
  const album = await server.seed.album();
  await server.admin.call(updateAlbum, { params: { slug: album.slug }, body: { slug: "moved" } });
  await server.admin.call(updateCategory, { params: { key: "travel" }, body: { key: "journeys", hidden: true } });
  const { body } = await upload(server.admin, album, [
    { name: "a.jpg", bytes: await makePicture() },
    { name: "b.png", bytes: await makePicture({ format: "png" }) },
  ]);
  const [photo] = body.photos;
  if (!photo) throw new Error("the upload returned no photo");
  // Some programs treat these separators as line ends.
  const caption = "one\u2028two\u2029three\nfour \u{1F3D9} 'five' \"six\"";
  await server.admin.call(updatePhoto, { params: { id: photo.id }, body: { caption } });
  await server.admin.call(updatePhoto, { params: { id: photo.id }, body: { alt: "A grey field" } });
  // As after a replacement.
  await server.deps.db
    .updateTable("photo")
    .set({ source_filename: "DSC_0411.jpg" })
    .where("id", "=", photo.id)
    .execute();
  const foreign = { address: "/category/12", album_id: null, category_id: null, photo_id: photo.id };
  await server.deps.db.insertInto("foreign_address").values(foreign).execute();
  await server.deps.db.insertInto("passkey").values(PASSKEY).execute();
  await server.admin.call(addToken, {
    body: { name: "Lightroom", scope: "publish", current_password: ADMIN.password },
  });
  await server.deps.db
    .insertInto("message")
    .values({ ...MESSAGE, message: caption })
    .execute();
  const guests = await server.seed.album({ title: "Guests" });
  await server.admin.call(addAlbumPhotos, { params: { slug: guests.slug }, body: { photo_ids: [photo.id] } });
  const { revision } = (await server.admin.call(getSequence, { params: { slug: "moved" } })).sequence;
  const panels = [
    { kind: "photos" as const, photo_ids: body.photos.map(({ id }) => id).reverse() },
    { kind: "text" as const, heading: "", body: caption },
  ];
  await server.admin.call(saveSequence, { params: { slug: "moved" }, body: { version_id: 1, revision, panels } });
  const { room } = await server.admin.call(createRoom, {
    body: { title: "For Ana", photo_ids: body.photos.map(({ id }) => id), download: "large", selection: true },
  });
  const form = new FormData();
  form.append("image", new Blob([Uint8Array.from(await makePicture())]), "icon.jpg");
  await server.admin.fetch("/api/v1/admin/site/icon", { method: "POST", body: form });
  const { page } = await server.admin.call(createWrittenPage, {
    body: {
      kind: "page",
      title: "About",
      status: "public",
      published_on: "2026-01-01",
      blocks: [{ kind: "text", text: caption }],
    },
  });
  await server.admin.call(updateWrittenPage, {
    params: { id: page.id },
    body: { revision: page.revision, slug: "about-me", blocks: [] },
  });
  await visitRoom(server, room).pick(photo.id, { picked: true, comment: caption });
  return server;
}

const PASSKEY = {
  user_id: 1,
  credential_id: "AQ",
  public_key: "Ag",
  counter: 4_294_967_295,
  transports: '["internal"]',
  name: "Phone",
  created_at: "2026-01-01T00:00:00.000Z",
};

const MESSAGE = {
  name: "Jonas Berg",
  email: "jonas@example.com",
  form: "AQ",
  received_on: "2026-01-01T00:00:00.000Z",
};

/** All rows, but for the tables left behind, and the bytes of all files. */
export async function contentOf({ dataDir, databaseUrl, s3 }: LibraryLocation) {
  const database = connectDatabase({ dataDir, databaseUrl });
  const storage = openStorage({ dataDir, s3 });
  const tables: Record<string, unknown[]> = {};
  for (const { name } of await database.db.introspection.getTables()) {
    if (LEFT_BEHIND.includes(name)) continue;
    const rows = await database.db
      .selectFrom(name as keyof Schema)
      .selectAll()
      .execute();
    const kept = rows.filter((row) => !("key" in row && SIGNING_SETTINGS.includes(row.key)));
    tables[name] = kept.map((row) => JSON.stringify(row)).sort();
  }
  await database.close();
  const files: Record<string, Buffer> = {};
  for await (const { key } of storage.list()) {
    files[key] = Buffer.concat((await (await storage.open(key))?.stream.toArray()) ?? []);
  }
  await storage.close();
  return { tables, files };
}
