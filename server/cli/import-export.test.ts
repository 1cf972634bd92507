import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  addAlbumPhotos,
  createAlbum,
  getAlbum,
  listAlbumPhotos,
  listAlbums,
  removeAlbumPhoto,
  reorderAlbumPhotos,
  updateAlbum,
} from "../../contract/albums.ts";
import { createCategory, listAdminCategories, reorderCategories, updateCategory } from "../../contract/categories.ts";
import { reorderFavorites } from "../../contract/curation.ts";
import { deleteMessage, listMessages, type MessageId } from "../../contract/messages.ts";
import { type AdminPhoto, listPhotos, type PhotoChange, updatePhoto } from "../../contract/photos.ts";
import { listRooms } from "../../contract/rooms.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { upload } from "../../rig/upload.ts";
import { readCollection } from "../features/export/collection.ts";
import { beginPut } from "../library/intents.ts";
import { lockForImport } from "../platform/data-lock.ts";
import { connectDatabase } from "../platform/db/connect.ts";
import { readXmp } from "../platform/images/xmp.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import { asOtherUser, giveAway } from "../testing/as-other-user.ts";
import { libraryOfTwo } from "../testing/library-of-two.ts";
import { type CommandResult, runCommand } from "../testing/run-command.ts";
import { freshDatabase, startTestServer, type TestServer } from "../testing/start-test-server.ts";
import { exportCollection } from "./export-folder.ts";
import { importCollection } from "./import-collection.ts";

let folder: string;
let database: ReturnType<typeof freshDatabase> | undefined;

beforeEach(async () => {
  database = undefined;
  folder = await mkdtemp(join(tmpdir(), "vitrine-import-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(`${folder}-data`, { recursive: true, force: true });
});

test("an export imported into another library gives the same files, orders, texts and collections", async () => {
  const original = await startTestServer();
  await fillWithEverything(original);
  const first = join(folder, "first");
  await exportCollection(original.deps, first);

  const copy = await startTestServer();
  const summary = await importFrom(copy, first);
  expect(summary).toMatchObject({ stored: 5, known: 0, refused: [] });

  // The same answers, apart from the copy's own ids, addresses and times.
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

test("two identical files are both imported, each once", async () => {
  const picture = await makePicture();
  await write("travel/One/a.jpg", picture);
  await write("travel/Two/a.jpg", picture);
  expect((await run("import", [folder])).out).toBe("2 imported, 0 already in the library, 0 refused.\n");
  expect((await run("import", [folder])).out).toBe("0 imported, 2 already in the library, 0 refused.\n");
});

test("folders become albums, and photos are stored even if other files are refused or skipped", async () => {
  await write("travel/Lisboa_2024/tram 10.jpg", await makePicture({ colour: "#111111" }));
  await write("travel/Lisboa_2024/tram 9.jpg", await makePicture({ colour: "#222222" }));
  await write("Weddings/Ana & Rui/first dance.png", await makePicture({ format: "png" }));
  await write(
    "Weddings/Ana & Rui/first dance.xmp",
    "<dc:title><rdf:Alt><rdf:li>First dance</rdf:li></rdf:Alt></dc:title>",
  );
  await write("Weddings/Ana & Rui/broken.jpg", Buffer.from("not a picture"));
  await write("Weddings/notes.txt", Buffer.from("bring flowers"));
  await write(".cache/thumb.jpg", await makePicture());

  const { code, out: output } = await run("import", [folder, "--category", "urban"]);
  expect(code).toBe(1);
  expect(output).toContain("3 imported, 0 already in the library, 1 refused.");
  expect(output).toContain("refused: Weddings/Ana & Rui/broken.jpg: ");
  expect(output).toContain("Skipped: 1 other file.");

  const out = join(folder, "out");
  expect((await run("export", [out])).code).toBe(0);
  const { albums } = readCollection(await readFile(join(out, "vitrine.json"), "utf8"));
  expect(albums.map(({ title, category, photos }) => [title, category, photos.map((photo) => photo.title)])).toEqual([
    ["Lisboa 2024", "urban", ["tram 9", "tram 10"]],
    ["Weddings – Ana & Rui", "urban", ["First dance"]],
  ]);
});

test("folders of the same name in two categories become two albums, and stay two when imported again", async () => {
  await write("urban/Paris/a.jpg", await makePicture({ colour: "#111111" }));
  await write("travel/Paris/b.jpg", await makePicture({ colour: "#222222" }));
  await write("travel/Old_Paris/c.jpg", await makePicture({ colour: "#333333" }));
  await write("travel/Old Paris/d.jpg", await makePicture({ colour: "#444444" }));
  await run("import", [folder]);
  await write("travel/Paris/e.jpg", await makePicture({ colour: "#555555" }));
  expect((await run("import", [folder])).out).toContain("1 imported, 4 already in the library");

  await run("export", [join(folder, ".out")]);
  const { albums } = readCollection(await readFile(join(folder, ".out/vitrine.json"), "utf8"));
  expect(albums.map(({ category, title, photos }) => [category, title, photos.map((photo) => photo.title)])).toEqual([
    ["urban", "Paris", ["a"]],
    ["travel", "Old Paris", ["d"]],
    ["travel", "Old Paris", ["c"]],
    ["travel", "Paris", ["b", "e"]],
  ]);
});

test("links are not followed, neither around the folder nor out of it", async () => {
  await write("in/urban/One/a.jpg", await makePicture());
  await write("outside/b.jpg", await makePicture({ colour: "#222222" }));
  await symlink("..", join(folder, "in/urban/One/loop"));
  await symlink(join(folder, "outside"), join(folder, "in/urban/outside"));
  await symlink(join(folder, "outside/b.jpg"), join(folder, "in/urban/One/b.jpg"));

  expect((await run("import", [join(folder, "in")])).out).toBe(
    "1 imported, 0 already in the library, 0 refused.\nSkipped: 3 other files.\n",
  );
});

test("folders and files that cannot be read are listed, and the others are imported", async () => {
  await write("urban/One/a.jpg", await makePicture());
  await run("import", [folder]);
  await write("urban/One/b.jpg", await makePicture({ colour: "#222222" }));
  await write("urban/One/a.jpg.xmp", "");
  await write("urban/One/closed.jpg", "");
  await write("urban/Closed/c.jpg", "");
  for (const path of ["urban/One/closed.jpg", "urban/One/a.jpg.xmp", "urban/Closed"])
    await chmod(join(folder, path), 0);
  await giveAway(folder, `${folder}-data`);

  // Without pictures, whose processes would not be allowed to read this checkout.
  const { code, out } = await asOtherUser(() => run("import", [folder, "--dry-run"]));

  expect(code).toBe(1);
  expect(out.split("\n")).toEqual([
    "Would import 1 photo; 1 already in the library.",
    "  urban: One: 3 photos",
    "  cannot be read: urban/Closed",
    "  cannot be read: urban/One/a.jpg's XMP file",
    "  cannot be read: urban/One/closed.jpg",
    "",
  ]);
  await chmod(join(folder, "urban/Closed"), 0o700);
});

test("a folder that cannot be read does not blame the data folder", async () => {
  await write("urban/One/a.jpg", await makePicture());
  await run("import", [folder]);
  await giveAway(folder, `${folder}-data`);
  await chmod(folder, 0);

  const { code, err } = await asOtherUser(() => run("import", [folder]));

  expect({ code, err }).toEqual({ code: 2, err: `${folder} cannot be read (EACCES)\n` });
  await chmod(folder, 0o700);
});

test("--dry-run lists what would be imported and changes nothing", async () => {
  await write("urban/Paris/a.jpg", await makePicture({ colour: "#111111" }));
  await run("import", [folder]);
  await write("travel/Rome/b.jpg", await makePicture({ colour: "#222222" }));
  await write("travel/Rome/c.jpg", await makePicture({ colour: "#333333" }));

  const plan = await run("import", [folder, "--dry-run"]);

  expect(plan).toEqual({
    code: 0,
    out: "Would import 2 photos; 1 already in the library.\n  travel: Rome: 2 photos\n  urban: Paris: 1 photo\n",
    err: "",
  });
  expect((await run("import", [folder])).out).toBe("2 imported, 1 already in the library, 0 refused.\n");
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

test("import, export and doctor work while the server runs, which shows the new photos", async () => {
  const { deps, visitor, admin } = await startTestServer();
  const { album } = await admin.call(createAlbum, { body: { title: "Paris", category: "urban" } });
  const countShown = async () => (await visitor.call(getAlbum, { params: { slug: album.slug } })).data.photos.length;
  expect(await countShown()).toBe(0);
  await write("urban/Paris/a.jpg", await makePicture());

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

test("--album puts all photos into one album, which may already exist", async () => {
  await write("a/1.jpg", await makePicture({ colour: "#111111" }));
  await write("b/2.jpg", await makePicture({ colour: "#222222" }));
  await run("import", [join(folder, "a"), "--album", "São Paulo", "--category", "travel"]);
  await run("import", [join(folder, "b"), "--album", "São Paulo"]);
  await run("export", [join(folder, "out")]);
  const { albums } = readCollection(await readFile(join(folder, "out", "vitrine.json"), "utf8"));
  expect(albums).toMatchObject([{ slug: "sao-paulo", category: "travel", photos: [{ title: "1" }, { title: "2" }] }]);
});

test("a folder without photos, or a missing one, is reported in one line", async () => {
  const nowhere = join(folder, "nowhere");
  expect((await run("import", [nowhere])).err).toBe(`there is no folder ${nowhere}\n`);
  expect((await run("import", [folder])).err).toBe(`there are no photos in ${folder}\n`);
});

test("texts from a sidecar are cut to the same limits as all others", async () => {
  await write("urban/One/a.jpg", await makePicture());
  const list = (name: string, entries: string[]) =>
    `<${name}><rdf:Alt>${entries.map((entry) => `<rdf:li>${entry}</rdf:li>`).join("")}</rdf:Alt></${name}>`;
  const sidecar = [
    list("dc:title", [`&#27;[2J${"t".repeat(500)}`]),
    list("dc:description", [`one&#0;\ntwo${"c".repeat(9_000)}`]),
    list("Iptc4xmpCore:AltTextAccessibility", [`A&#8238; dog${"a".repeat(9_000)}`]),
    list("dc:subject", [
      "",
      "  ",
      "a&#8238;b",
      "a&#8238;b",
      "x".repeat(200),
      ...Array.from({ length: 90 }, (_, n) => `tag ${n}`),
    ]),
  ];
  await write("urban/One/a.jpg.xmp", sidecar.join("\n"));

  await run("import", [folder]);
  await run("export", [join(folder, "out")]);

  const [photo] = readCollection(await readFile(join(folder, "out", "vitrine.json"), "utf8")).albums[0]?.photos ?? [];
  expect(photo?.title).toBe(`[2J${"t".repeat(197)}`);
  expect(photo?.caption).toBe(`one\ntwo${"c".repeat(4_993)}`);
  expect(photo?.alt).toBe(`A dog${"a".repeat(4_995)}`);
  expect(photo?.tags?.slice(0, 3)).toEqual(["ab", "x".repeat(64), "tag 0"]);
  expect(photo?.tags).toHaveLength(50);
});

test("a sidecar that is a link out of the folder is not read", async () => {
  await write("in/urban/One/a.jpg", await makePicture());
  await write("secret.xmp", "<dc:title><rdf:Alt><rdf:li>Secret</rdf:li></rdf:Alt></dc:title>");
  await symlink(join(folder, "secret.xmp"), join(folder, "in/urban/One/a.jpg.xmp"));

  await run("import", [join(folder, "in")]);
  await run("export", [join(folder, "out")]);

  expect(await readFile(join(folder, "out", "vitrine.json"), "utf8")).not.toContain("Secret");
});

test.each(["a photo", "a folder of photos", "the description"])(
  "%s that is a link out of the folder is refused in one line",
  async (kind) => {
    await write("outside/a.jpg", await makePicture());
    const description = '{ "vitrine": 1, "albums": [], "in_no_album": [{ "file": "photos/a.jpg" }] }';
    await write(kind === "the description" ? "outside/vitrine.json" : "in/vitrine.json", description);
    await mkdir(join(folder, "in/photos"), { recursive: true });
    if (kind === "a photo") await symlink(join(folder, "outside/a.jpg"), join(folder, "in/photos/a.jpg"));
    if (kind === "a folder of photos") {
      await rm(join(folder, "in/photos"), { recursive: true });
      await symlink(join(folder, "outside"), join(folder, "in/photos"));
    }
    if (kind === "the description")
      await symlink(join(folder, "outside/vitrine.json"), join(folder, "in/vitrine.json"));

    const { code, err } = await run("import", [join(folder, "in")]);

    expect(code).toBe(2);
    expect(err).toMatch(/^\S+ is a link that leads out of the folder\n$/);
  },
);

test("a description that reaches outside its folder is refused in one line", async () => {
  await write("vitrine.json", '{ "vitrine": 1, "albums": [], "in_no_album": [{ "file": "../secret.jpg" }] }');
  const { code, err } = await run("import", [folder]);
  expect(code).toBe(2);
  expect(err).toBe("vitrine.json is wrong at in_no_album.0.file: Must be a path inside the folder\n");
});

test("the demo has all its photographs, in albums of every category", async () => {
  const server = await startTestServer();
  const root = join(import.meta.dirname, "../..");
  const collection = readCollection(await readFile(join(import.meta.dirname, "demo-collection.json"), "utf8"));
  expect(await importCollection(server.deps, root, collection)).toMatchObject({ stored: 9, known: 0, refused: [] });
  const { albums } = await describe(server);
  expect(new Set(albums.map(({ category }) => category))).toEqual(new Set(["urban", "portraits", "travel"]));
});

test("the demo refuses settings of a real site", async () => {
  const place = { dataDir: `${folder}-data`, databaseUrl: undefined };
  const { code, out, err } = await runCommand("demo", place, [], { env: { PUBLIC_URL: "https://example.com" } });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("the demo is not meant to be published");
});

/** Two albums, one with a private photo; a photo in no album, one in the trash, clashing names, and every collection. */
async function fillWithEverything({ admin }: TestServer): Promise<void> {
  await admin.call(createCategory, { body: { name: "Black & White" } });
  await admin.call(updateCategory, { params: { key: "black-white" }, body: { key: "mono" } });
  await admin.call(updateCategory, { params: { key: "portraits" }, body: { name: "People", hidden: true } });
  await admin.call(reorderCategories, { body: { keys: ["mono", "travel", "urban", "portraits"] } });
  const { album: lisboa } = await admin.call(createAlbum, {
    body: { title: "Lisboa", category: "travel", description: "Uphill" },
  });
  const { album: street } = await admin.call(createAlbum, { body: { title: "Street", category: "urban" } });
  // The address stays when the title changes.
  await admin.call(updateAlbum, { params: { slug: street.slug }, body: { title: "Streets, new", featured: true } });
  await admin.call(updateAlbum, { params: { slug: street.slug }, body: { slug: "streets", status: "draft" } });

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
  const loose = await send(street, "loose.jpg", "#555555");
  const trashed = await send(street, "trashed.jpg", "#666666");
  await admin.call(reorderAlbumPhotos, {
    params: { slug: lisboa.slug },
    body: { photo_ids: [second.id, tram.id, roofs.id] },
  });
  await admin.call(updateAlbum, { params: { slug: lisboa.slug }, body: { cover_photo_id: roofs.id } });
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
  await admin.call(removeAlbumPhoto, { params: { slug: street.slug, photoId: loose.id } });
  // Exported before its guest's home, the album begins with the guest, which is also its cover.
  await admin.call(addAlbumPhotos, { params: { slug: street.slug }, body: { photo_ids: [tram.id] } });
  await admin.call(reorderAlbumPhotos, {
    params: { slug: street.slug },
    body: { photo_ids: [tram.id, corner.id, trashed.id] },
  });
  await admin.call(updateAlbum, { params: { slug: street.slug }, body: { cover_photo_id: tram.id } });
  await admin.fetch(`/api/v1/admin/photos/${trashed.id}/trash`, { method: "POST" });
}

/** The API's answers without what is specific to one library: ids, addresses and upload times. */
async function describe({ admin }: TestServer) {
  const { albums } = await admin.call(listAlbums);
  const described = [];
  for (const { id: _id, cover_image: _image, cover_photo_id, ...album } of albums) {
    const { photos } = await admin.call(listAlbumPhotos, { params: { slug: album.slug } });
    const cover = photos.find(({ id }) => id === cover_photo_id)?.title;
    described.push({ ...album, cover, photos: photos.map(withoutIds) });
  }
  const list = async (query: Record<string, string>) =>
    (await admin.call(listPhotos, { query: { deleted: "false", ...query } })).photos.map(withoutIds);
  return {
    categories: (await admin.call(listAdminCategories)).categories,
    albums: described,
    unassigned: await list({ unassigned: "true" }),
    favorites: await list({ favorite: "true", sort: "curated" }),
    featured: await list({ featured: "true", sort: "curated" }),
    quick: await list({ quick_collection: "true", sort: "curated" }),
  };
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

async function write(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

/** Runs on a library next to the folder. */
async function run(name: "import" | "export", args: string[]): Promise<CommandResult> {
  database ??= freshDatabase();
  const { DATABASE_URL: databaseUrl } = await database;
  const create = name === "import" ? ["--create"] : [];
  return runCommand(name, { dataDir: `${folder}-data`, databaseUrl }, [...args, ...create]);
}

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
