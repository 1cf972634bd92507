import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { z } from "zod";
import {
  addAlbumPhotos,
  createAlbum,
  getAlbum,
  listAlbumPhotos,
  listAlbums,
  removeAlbumPhoto,
  reorderAlbumPhotos,
  updateAlbum,
} from "../../../contract/albums.ts";
import {
  createCategory,
  listAdminCategories,
  reorderCategories,
  updateCategory,
} from "../../../contract/categories.ts";
import { reorderFavorites } from "../../../contract/curation.ts";
import { deleteMessage, listMessages, type MessageId } from "../../../contract/messages.ts";
import { type AdminPhoto, listPhotos, type PhotoChange, type PhotoId, updatePhoto } from "../../../contract/photos.ts";
import { listRooms } from "../../../contract/rooms.ts";
import { createVersion, getSequence, type Panel, publishVersion, saveSequence } from "../../../contract/sequences.ts";
import { updateSite } from "../../../contract/site.ts";
import { cropSitePicture } from "../../../contract/site-pictures.ts";
import {
  createWrittenPage,
  getWrittenPage,
  listWrittenPages,
  reorderWrittenPages,
  updateWrittenPage,
} from "../../../contract/written-pages.ts";
import type { Client } from "../../../rig/client.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { connectDatabase } from "../../db/connect.ts";
import { readCollection } from "../../features/export/collection.ts";
import { beginPut } from "../../library/files/intents.ts";
import { panelOf } from "../../library/orders/line.ts";
import { lockForImport } from "../../platform/data-lock.ts";
import { readXmp } from "../../platform/images/xmp.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { exportCollection } from "./export-folder.ts";
import { importCollection } from "./import-collection.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-import-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("an export imported into another library gives the same files, orders, texts and collections", async () => {
  const original = await startTestServer();
  await fillWithEverything(original);
  const first = join(folder, "first");
  await exportCollection(original.deps, first);

  const copy = await startTestServer();
  const summary = await importFrom(copy, first);
  expect(summary).toMatchObject({ stored: 5, known: 0, refused: [] });

  // The same responses, apart from the copy's own ids, URLs and times.
  expect(await describe(copy)).toEqual(await describe(original));
  const second = join(folder, "second");
  await exportCollection(copy.deps, second);
  expect(await readTree(second)).toEqual(await readTree(first));
});

test("messages are exported to a file of their own, and imported once, without being mailed again", async () => {
  const original = await libraryOfTwo();
  await exportCollection(original.deps, folder);
  const copy = await startTestServer({ SMTP_URL: "smtp://127.0.0.1:9" });

  expect(await importFrom(copy, folder)).toMatchObject({ messages: 1 });
  expect(await importFrom(copy, folder)).toMatchObject({ messages: 0 });

  const [sent] = (await original.admin.call(listMessages, { query: {} })).messages;
  const { messages, unread_count } = await copy.admin.call(listMessages, { query: {} });
  expect(messages).toEqual([{ ...sent, id: messages[0]?.id }]);
  expect(unread_count).toBe(1);
  expect(await copy.deps.db.selectFrom("message").select("mail_at").execute()).toEqual([{ mail_at: null }]);

  await original.admin.call(deleteMessage, { params: { id: sent?.id ?? (0 as MessageId) } });
  await exportCollection(original.deps, folder);
  expect(existsSync(join(folder, "messages.json"))).toBe(false);
});

test("an export has the original files, and texts that other programs read", async () => {
  const server = await startTestServer();
  await fillWithEverything(server);
  const { photos, albums, inTrash, missing } = await exportCollection(server.deps, folder);
  expect({ photos, albums, inTrash, missing }).toEqual({ photos: 5, albums: 2, inTrash: 1, missing: [] });

  const files = await readTree(folder);
  expect(files["travel/lisboa/tram-2.jpg"]).toEqual((await makePicture({ colour: "#111111" })).toString("base64"));
  const sidecar = Buffer.from(files["travel/lisboa/tram-2.jpg.xmp"] ?? "", "base64").toString();
  expect(sidecar).toContain("Tram 28 &lt;up&gt; &amp; away");
  expect(sidecar).toContain("<rdf:li>yellow</rdf:li>");
  expect(readXmp(Buffer.from(sidecar)).alt).toBe("A yellow tram climbs <steeply> past tiled houses");
  expect(Object.keys(files)).toContain("site.json");
});

test("importing again changes nothing and keeps later changes", async () => {
  const original = await startTestServer();
  await fillWithEverything(original);
  await exportCollection(original.deps, folder);
  const copy = await startTestServer();
  await importFrom(copy, folder);
  const tram = await findByTitle(copy, "Tram 28 <up> & away");
  await copy.admin.call(updatePhoto, { params: { id: tram.id }, body: { caption: "Changed since" } });

  const before = await describe(copy);
  expect(await importFrom(copy, folder)).toMatchObject({ stored: 0, known: 5, refused: [] });
  expect(await describe(copy)).toEqual(before);
});

test("an interrupted import resumes, in the order described", async () => {
  const original = await startTestServer();
  await fillWithEverything(original);
  await exportCollection(original.deps, folder);
  const copy = await startTestServer();
  const missing = join(folder, "travel/lisboa/roofs.jpg");
  await rename(missing, `${missing}.away`);
  const first = await importFrom(copy, folder);
  expect(first.refused).toMatchObject([{ file_name: "travel/lisboa/roofs.jpg", error: "The file cannot be read." }]);
  expect(first.stored).toBe(4);

  await rename(`${missing}.away`, missing);
  expect(await importFrom(copy, folder)).toMatchObject({ stored: 1, known: 4, refused: [] });
  expect(await describe(copy)).toEqual(await describe(original));
});

test("an export keeps the order of a category, also when some of its albums are featured", async () => {
  const original = await startTestServer();
  for (const title of ["A", "B", "C"]) await original.admin.call(createAlbum, { body: { title, category: "urban" } });
  await original.admin.call(updateAlbum, { params: { slug: "c" }, body: { featured: true } });
  await exportCollection(original.deps, folder);
  const copy = await startTestServer();
  await importFrom(copy, folder);
  for (const { admin } of [original, copy]) {
    await admin.call(updateAlbum, { params: { slug: "c" }, body: { featured: false } });
    expect((await admin.call(listAlbums)).albums.map(({ title }) => title)).toEqual(["A", "B", "C"]);
  }
});

test("an imported album is featured, not the album that had its URL", async () => {
  const original = await startTestServer();
  await original.admin.call(createAlbum, { body: { title: "Streets", category: "urban" } });
  await original.admin.call(updateAlbum, { params: { slug: "streets" }, body: { featured: true } });
  await exportCollection(original.deps, folder);
  const copy = await startTestServer();
  await copy.admin.call(createAlbum, { body: { title: "Renamed", category: "urban" } });
  await copy.admin.call(updateAlbum, { params: { slug: "renamed" }, body: { slug: "streets" } });
  await copy.admin.call(updateAlbum, { params: { slug: "streets" }, body: { slug: "elsewhere" } });

  await importFrom(copy, folder);

  const { albums } = await copy.admin.call(listAlbums);
  expect(albums.map(({ slug, featured }) => [slug, featured])).toEqual([
    ["streets-2", true],
    ["elsewhere", false],
  ]);
});

test("import, export and doctor work while the server runs, which shows the new photos", async () => {
  const { deps, visitor, admin } = await startTestServer();
  const { album } = await admin.call(createAlbum, { body: { title: "Paris", category: "urban" } });
  const countShown = async () => (await visitor.call(getAlbum, { params: { slug: album.slug } })).data.photos.length;
  expect(await countShown()).toBe(0);
  await mkdir(join(folder, "urban/Paris"), { recursive: true });
  await writeFile(join(folder, "urban/Paris/a.jpg"), await makePicture());

  const imported = await runCommand("import", deps.config, [folder]);
  await expect.poll(countShown, { timeout: 10_000 }).toBe(1);
  const exported = await runCommand("export", deps.config, [join(folder, "out")]);
  const doctor = await runCommand("doctor", deps.config, ["--verify"]);

  expect(imported).toEqual({ code: 0, out: "1 imported, 0 already in the library, 0 refused.\n", err: "" });
  expect(exported).toMatchObject({ code: 0, err: "" });
  expect(doctor).toMatchObject({ code: 0, out: "1 photo and 5 files: all is well.\n" });
});

test("a server that starts during an import leaves the import's open work alone", async () => {
  const server = await startTestServer();
  const { config } = server.deps;
  if (config.databaseUrl) return;
  await server.stop();
  const lock = await lockForImport(config.dataDir);
  const storage = openStorage(config);
  const received = await storage.writeTemp(Readable.from([Buffer.from("a photo")]));
  const { deps } = server;
  const database = connectDatabase(config);
  await beginPut({ ...deps, db: database.db }, ["originals/ab/abc.jpg"]);

  const env = { DATA_DIR: config.dataDir };
  const beside = await startTestServer(env);
  const open = await database.db.selectFrom("storage_intent").select("kind").execute();
  expect(open).toEqual([{ kind: "put" }]);
  expect(existsSync(received)).toBe(true);
  await beside.stop();
  lock.release();
  await startTestServer(env);

  expect(await database.db.selectFrom("storage_intent").select("kind").execute()).toEqual([]);
  expect(existsSync(received)).toBe(false);
  await database.close();
});

test("viewing rooms are exported with what was chosen, and imported closed, once", async () => {
  const from = await libraryOfTwo();
  await runCommand("export", from.deps.config, [folder]);
  const { rooms } = JSON.parse(await readFile(join(folder, "vitrine.json"), "utf8"));
  expect(rooms).toMatchObject([
    {
      title: "For Ana",
      download: "large",
      selection: true,
      photos: { length: 2 },
      chosen: [{ file: expect.any(String) }],
    },
  ]);

  const to = await startTestServer();
  for (let time = 0; time < 2; time++) await runCommand("import", to.deps.config, [folder]);

  const { rooms: imported } = await to.admin.call(listRooms);
  expect(imported).toMatchObject([{ title: "For Ana", status: "closed", photo_count: 2, picks_count: 0 }]);
});

/** Two albums, one with a private photo; a photo in no album, one in the trash, clashing names, and every collection. */
async function fillWithEverything({ admin, deps }: TestServer): Promise<void> {
  await admin.call(createCategory, { body: { name: "Black & White" } });
  await admin.call(updateCategory, { params: { key: "black-white" }, body: { key: "mono" } });
  await admin.call(updateCategory, { params: { key: "portraits" }, body: { name: "People", hidden: true } });
  await admin.call(reorderCategories, { body: { keys: ["mono", "travel", "urban", "portraits"] } });
  const { album: lisboa } = await admin.call(createAlbum, {
    body: { title: "Lisboa", category: "travel", description: "Uphill" },
  });
  const { album: street } = await admin.call(createAlbum, { body: { title: "Street", category: "urban" } });
  // The URL stays when the title changes.
  await admin.call(updateAlbum, { params: { slug: street.slug }, body: { title: "Streets, new", featured: true } });
  await admin.call(updateAlbum, { params: { slug: street.slug }, body: { slug: "улиці-日本", status: "draft" } });
  await admin.call(updateAlbum, { params: { slug: street.slug }, body: { slug: "streets" } });

  const send = async (album: { slug: string }, name: string, colour: string) => {
    const bytes = await makePicture({ colour });
    const { body } = await upload(admin, album, [{ name, bytes, lastModified: Date.UTC(2024, 4, 5) }]);
    const [photo] = body.photos;
    if (!photo) throw new Error("not stored");
    return photo;
  };
  const change = (photo: AdminPhoto, body: PhotoChange) => admin.call(updatePhoto, { params: { id: photo.id }, body });

  const tram = await send(lisboa, "tram.jpg", "#111111");
  const roofs = await send(lisboa, "roofs.jpg", "#222222");
  const second = await send(lisboa, "TRAM.jpg", "#333333");
  const corner = await send(street, "corner.jpg", "#444444");
  const unclaimed = await send(street, "loose.jpg", "#555555");
  const trashed = await send(street, "trashed.jpg", "#666666");
  await admin.call(reorderAlbumPhotos, {
    params: { slug: lisboa.slug },
    body: { photo_ids: [second.id, tram.id, roofs.id] },
  });
  await admin.call(updateAlbum, { params: { slug: lisboa.slug }, body: { cover_photo_id: roofs.id } });
  // As after a replacement.
  const first = { source_filename: "DSC_0411.jpg" };
  await deps.db.updateTable("photo").set(first).where("id", "=", roofs.id).execute();
  await change(tram, { title: "Tram 28 <up> & away" });
  await change(tram, { caption: "First line\nSecond “line”" });
  await change(tram, { alt: "A yellow tram climbs <steeply> past tiled houses" });
  await change(tram, { tags: ["yellow", "São Bento", 'a "tag"'] });
  await change(roofs, { title: "" });
  await change(roofs, { license: "Creative Commons" });
  await change(roofs, { visibility: 1 });
  for (const photo of [tram, corner, roofs]) await change(photo, { favorite: true });
  await admin.call(reorderFavorites, { body: { photo_ids: [roofs.id, corner.id, tram.id] } });
  await change(corner, { featured: true });
  await change(second, { quick_collection: true });
  await admin.call(removeAlbumPhoto, { params: { slug: street.slug, photoId: unclaimed.id } });
  // Exported before its guest's home, the album begins with the guest, which is also its cover.
  await admin.call(addAlbumPhotos, { params: { slug: street.slug }, body: { photo_ids: [tram.id] } });
  await admin.call(reorderAlbumPhotos, {
    params: { slug: street.slug },
    body: { photo_ids: [tram.id, corner.id, trashed.id] },
  });
  await admin.call(updateAlbum, { params: { slug: street.slug }, body: { cover_photo_id: tram.id } });
  await admin.fetch(`/api/v1/admin/photos/${trashed.id}/trash`, { method: "POST" });

  await sequence(admin, lisboa.slug, 1, [{ kind: "photos", photo_ids: [roofs.id, tram.id] }, panelOf(second.id)]);
  await admin.call(createVersion, { params: { slug: lisboa.slug }, body: { name: "For “the” wall" } });
  await sequence(admin, lisboa.slug, 2, [
    { kind: "photos", photo_ids: [second.id, tram.id], gap: 0 },
    { kind: "pause", width: "half" },
    { kind: "text", heading: "Uphill", body: "First\nSecond" },
    panelOf(roofs.id),
  ]);
  await admin.call(publishVersion, { params: { slug: lisboa.slug, id: 2 } });
  await admin.call(updateAlbum, {
    params: { slug: lisboa.slug },
    body: { layout: "scroll", publish_on: "2090-05-01T09:00:00Z" },
  });
  await admin.call(updateCategory, {
    params: { key: "mono" },
    body: { description: "Silver and light", cover_photo_id: corner.id },
  });
  for (const [kind, width] of [
    ["logo", 300],
    ["portrait", 500],
  ] as const) {
    const form = new FormData();
    form.append("image", new Blob([Uint8Array.from(await makePicture({ width, height: 200 }))]), "a.jpg");
    await admin.fetch(`/api/v1/admin/site/${kind}`, { method: "POST", body: form });
  }
  await admin.call(cropSitePicture, { params: { kind: "portrait" }, body: { focal_point: { x: 0.25, y: 1 } } });
  await admin.call(updateSite, {
    body: { home: { kind: "album", album_id: lisboa.id }, look: { paper: "warm", titles: "centre" } },
  });

  const blocks = [
    { kind: "heading" as const, text: "Where “it” began" },
    { kind: "text" as const, text: "An *old* [house](/urban)\n\n- one" },
    { kind: "photos" as const, photo_ids: [tram.id, roofs.id], caption: "Two" },
    { kind: "album" as const, album_id: lisboa.id },
    { kind: "entries" as const, entries: [{ year: 2024, title: "Solo", place: "", note: "", url: null }] },
  ];
  const write = async (body: z.input<NonNullable<typeof createWrittenPage.body>>) =>
    (await admin.call(createWrittenPage, { body })).page;
  const page = await write({ kind: "page", title: "Imprint", status: "public", in_menu: false });
  const about = await write({ kind: "page", title: "About", summary: "Who", blocks });
  const entry = { kind: "entry" as const, status: "public" as const, published_on: "2024-05-01T10:00:00.000Z" };
  await write({ ...entry, title: "First day", blocks: blocks.slice(1) });
  await admin.call(reorderWrittenPages, { body: { ids: [about.id, page.id] } });
  const params = { id: about.id };
  await admin.call(updateWrittenPage, { params, body: { revision: about.revision, slug: "me" } });
}

async function sequence(admin: Client, slug: string, version_id: number, panels: z.input<typeof Panel>[]) {
  const { revision } = (await admin.call(getSequence, { params: { slug }, query: { version: version_id } })).sequence;
  await admin.call(saveSequence, { params: { slug }, body: { version_id, revision, panels } });
}

/** Every version, with the titles of its photos. */
async function versionsOf({ admin }: Pick<TestServer, "admin">, slug: string, photos: AdminPhoto[]) {
  const titleOf = new Map(photos.map(({ id, filename }) => [id, filename]));
  const { versions } = await admin.call(getSequence, { params: { slug }, query: {} });
  return Promise.all(
    versions.map(async ({ id, changed_on }) => {
      if (changed_on === null) return "not sequenced";
      const { sequence } = await admin.call(getSequence, { params: { slug }, query: { version: id } });
      const { revision: _revision, ...rest } = sequence;
      return JSON.stringify(rest, (key, value) =>
        key === "photo_ids" ? value.map((id: PhotoId) => titleOf.get(id)) : value,
      );
    }),
  );
}

/** The API's responses without what is specific to one library: ids, URLs and upload times. */
async function describe({ admin }: TestServer) {
  const { albums } = await admin.call(listAlbums);
  const described = [];
  for (const { id: _id, cover_image: _image, cover_photo_id, ...album } of albums) {
    const { photos } = await admin.call(listAlbumPhotos, { params: { slug: album.slug } });
    const cover = photos.find(({ id }) => id === cover_photo_id)?.title;
    const versions = await versionsOf({ admin }, album.slug, photos);
    described.push({ ...album, cover, photos: photos.map(withoutIds), versions });
  }
  const { photos } = await admin.call(listPhotos);
  const list = async (query: Record<string, string>) =>
    (await admin.call(listPhotos, { query: { deleted: "false", ...query } })).photos.map(withoutIds);
  return {
    categories: (await admin.call(listAdminCategories)).categories.map(({ cover_photo_id, ...category }) => ({
      ...category,
      cover: photos.find(({ id }) => id === cover_photo_id)?.filename,
    })),
    albums: described,
    unassigned: await list({ unassigned: "true" }),
    favorites: await list({ favorite: "true", sort: "curated" }),
    featured: await list({ featured: "true", sort: "curated" }),
    quick: await list({ quick_collection: "true", sort: "curated" }),
    pages: await pagesOf({ admin }),
  };
}

/** Photos and albums by their names. */
async function pagesOf({ admin }: Pick<TestServer, "admin">) {
  const { pages } = await admin.call(listWrittenPages);
  const { photos } = await admin.call(listPhotos);
  const { albums } = await admin.call(listAlbums);
  const nameOf = new Map<unknown, string>([
    ...photos.map((photo) => [photo.id, photo.filename] as const),
    ...albums.map((album) => [`album ${album.id}`, album.slug] as const),
  ]);
  return Promise.all(
    pages.map(async ({ id }) => {
      const { page } = await admin.call(getWrittenPage, { params: { id } });
      const { id: _id, revision: _revision, changed_on: _changed, ...rest } = page;
      const former = await admin.fetch("/about", { redirect: "manual" });
      return JSON.stringify({ ...rest, former: former.status }, (key, value) => {
        if (key === "photo_ids") return value.map((id: PhotoId) => nameOf.get(id));
        return key === "album_id" ? nameOf.get(`album ${value}`) : value;
      });
    }),
  );
}

function withoutIds(photo: AdminPhoto) {
  const {
    id: _id,
    internal_id: _internal,
    album_id: _album,
    album_ids,
    image_urls: _urls,
    images: _images,
    ...rest
  } = photo;
  const { sources: _sources, file_url: _file, ...described } = rest;
  return { ...described, in_albums: album_ids.length };
}

async function importFrom({ deps }: TestServer, from: string) {
  return importCollection(deps, from, readCollection(await readFile(join(from, "vitrine.json"), "utf8")));
}

async function findByTitle({ admin }: TestServer, title: string): Promise<AdminPhoto> {
  const { photos } = await admin.call(listPhotos);
  const photo = photos.find((candidate) => candidate.title === title);
  if (!photo) throw new Error(`no photo is called ${title}`);
  return photo;
}

/** Every file of the folder by its path, in base64. */
async function readTree(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.sort().map(async (file) => [relative(root, file), await readFile(file, "base64")]);
  return Object.fromEntries(await Promise.all(contents));
}
