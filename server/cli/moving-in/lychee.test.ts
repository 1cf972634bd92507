import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { getAlbum, listAlbums } from "../../../contract/albums.ts";
import { listAdminCategories } from "../../../contract/categories.ts";
import { listPhotos } from "../../../contract/photos.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { follow, foreignFolder, moveIn } from "../../../rig/server/foreign-folder.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";
import { dumpTable } from "../../../rig/sql-dump.ts";

type Rows = Record<string, Record<string, string | number | null>[]>;

const base = (id: string, title: string, more = {}) => ({
  id,
  created_at: "2024-05-01 10:00:00.000000",
  title,
  slug: null,
  description: null,
  owner_id: 1,
  is_nsfw: 0,
  sorting_col: null,
  sorting_order: null,
  ...more,
});
const album = (id: string, parent_id: string | null = null, cover_id: string | null = null) => ({
  id,
  parent_id,
  license: "none",
  cover_id,
});
const photo = (id: string, title: string, more = {}) => ({
  id,
  created_at: "2024-05-02 08:00:00.000000",
  owner_id: 1,
  title,
  description: null,
  license: "none",
  is_highlighted: 0,
  is_validated: 1,
  taken_at: null,
  taken_at_orig_tz: null,
  type: "image/jpeg",
  ...more,
});
const isPublic = (base_album_id: string, more = {}) => ({
  ...{ id: base_album_id.length, user_id: null, user_group_id: null, base_album_id },
  ...{ is_link_required: 0, password: null, grants_full_photo_access: 1, ...more },
});

/** Lychee 7: permissions in a table, photos in several albums, tags in tables, originals as type 1. */
const LIBRARY: Rows = {
  configs: [
    { id: 1, key: "sorting_photos_col", value: "taken_at" },
    { id: 2, key: "sorting_photos_order", value: "ASC" },
    { id: 3, key: "sorting_albums_col", value: "title" },
  ],
  base_albums: [
    base("aTravel", "Travel"),
    base("aLisboa", "Lisboa", {
      slug: "lisboa-2024",
      description: "It's\nraining",
      sorting_col: "title",
      sorting_order: "DESC",
    }),
    base("aFamily", "Family"),
    base("aSecret", "Secret"),
    base("aLinked", "Linked"),
    base("aClub", "Club"),
    base("aTags", "Trams"),
  ],
  albums: [
    album("aTravel"),
    album("aLisboa", "aTravel", "pTram"),
    album("aFamily"),
    album("aSecret"),
    album("aLinked"),
    album("aClub"),
  ],
  tag_albums: [{ id: "aTags", is_and: 1 }],
  access_permissions: [
    isPublic("aTravel"),
    isPublic("aLisboa"),
    isPublic("aSecret", { password: "$2y$10$abc" }),
    isPublic("aLinked", { is_link_required: 1 }),
    isPublic("aFamily", { user_id: 2 }),
    isPublic("aClub", { user_group_id: 3 }),
  ],
  photos: [
    photo("pTram", "Tram 28", {
      description: "Up \\ the hill",
      license: "CC-BY-4.0",
      is_highlighted: 1,
      taken_at: "2024-05-01 12:30:00.000000",
      taken_at_orig_tz: "+02:00",
    }),
    photo("pView", "View"),
    photo("pHeld", "Held", { is_validated: 0 }),
    photo("pHome", "Home"),
    photo("pFilm", "Film", { type: "video/mp4" }),
  ],
  photo_album: [
    { album_id: "aLisboa", photo_id: "pTram" },
    { album_id: "aLisboa", photo_id: "pView" },
    { album_id: "aLisboa", photo_id: "pHeld" },
    { album_id: "aFamily", photo_id: "pHome" },
    { album_id: "aFamily", photo_id: "pTram" },
    { album_id: "aSecret", photo_id: "pHome" },
    { album_id: "aLinked", photo_id: "pHome" },
    { album_id: "aClub", photo_id: "pHome" },
  ],
  tags: [{ id: 1, name: "Tram" }],
  photos_tags: [{ id: 1, tag_id: 1, photo_id: "pTram" }],
  size_variants: ["pTram", "pView", "pHeld", "pHome", "pFilm"].flatMap((photo_id, index) => [
    { id: index * 2, photo_id, type: 1, short_path: `original/a/${photo_id}.jpg`, storage_disk: "images" },
    { id: index * 2 + 1, photo_id, type: 5, short_path: `small/a/${photo_id}.jpg`, storage_disk: "images" },
  ]),
};

const pictures = async () => ({
  "uploads/original/a/pTram.jpg": await makePicture({ colour: "#111111" }),
  "uploads/original/a/pView.jpg": await makePicture({ colour: "#222222" }),
  "uploads/original/a/pHeld.jpg": await makePicture({ colour: "#333333" }),
  "uploads/original/a/pHome.jpg": await makePicture({ colour: "#444444" }),
});

const dump = (rows: Rows = LIBRARY) =>
  Object.entries(rows)
    .map(([table, list]) => dumpTable(`ly_${table}`, list))
    .join("\n");

test("a library of Lychee moves in, and its links lead to the new pages", async () => {
  const server = await shareTestServer();
  const folder = await foreignFolder({ "lychee.sql": dump(), ...(await pictures()) });

  const plan = await moveIn(server, "lychee", folder, "--dry-run");
  expect(plan.out.split("\n")).toEqual([
    "Would import 4 photos; 0 already in the library.",
    "  portraits: Club: 1 photo",
    "  portraits: Family: 2 photos",
    "  portraits: Linked: 1 photo",
    "  portraits: Secret: 1 photo",
    "  travel: Lisboa: 3 photos",
    "  draft: Club, which was not public",
    "  draft: Family, which was not public",
    "  draft: Linked, which was only for those who had the link",
    "  draft: Secret, which needed a password",
    "  private: 1 photo: was held back for approval",
    "  left out: 1 album made of tags: here, every tag has a page",
    "  left out: Film: is video/mp4",
    "",
  ]);
  expect((await server.admin.call(listAlbums)).albums).toEqual([]);

  expect(await moveIn(server, "lychee", folder)).toMatchObject({ code: 0, err: "" });

  const { categories } = await server.admin.call(listAdminCategories);
  expect(categories.map(({ name }) => name)).toEqual(["Travel", "Portraits"]);
  const { albums } = await server.admin.call(listAlbums);
  expect(albums.map(({ category, title, status }) => [category, title, status])).toEqual([
    ["travel", "Lisboa", "public"],
    ["portraits", "Club", "draft"],
    ["portraits", "Family", "draft"],
    ["portraits", "Linked", "draft"],
    ["portraits", "Secret", "draft"],
  ]);
  const { data } = await server.visitor.call(getAlbum, { params: { slug: "lisboa" } });
  expect(data.album.description).toBe("It's\nraining");
  expect(data.photos.map(({ title }) => title)).toEqual(["View", "Tram 28"]);
  const [view, tram] = data.photos;
  expect(tram).toMatchObject({
    ...{ caption: "Up \\ the hill", tags: ["Tram"], license: "Creative Commons" },
    ...{ captured_on: "2024-05-01T14:30:00" },
  });
  expect(albums[0]?.cover_photo_id).toBe(tram?.id);
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  expect(photos.filter(({ favorite }) => favorite).map(({ title }) => title)).toEqual(["Tram 28"]);
  expect(photos.find(({ title }) => title === "Held")?.visibility).toBe(1);
  expect(photos.find(({ title }) => title === "Tram 28")).toMatchObject({ uploaded_on: "2024-05-02T08:00:00.000Z" });

  for (const [link, to] of [
    ["/gallery/aLisboa", "301 /travel/lisboa"],
    ["/gallery/aLisboa/", "301 /travel/lisboa"],
    ["/gallery/lisboa-2024?utm_source=mail", "301 /travel/lisboa?utm_source=mail"],
    ["/gallery/aLisboa/pTram", `301 /travel/lisboa/photo/${tram?.id}`],
    ["/gallery/aFamily/pTram", `301 /travel/lisboa/photo/${tram?.id}`],
    ["/view?p=pView", `301 /travel/lisboa/photo/${view?.id}`],
    // A photo that nobody sees here leads to its album, and an album that nobody sees to nothing.
    ["/gallery/aLisboa/pHeld", "301 /travel/lisboa"],
    ["/gallery/aTravel", "301 /travel"],
    ["/gallery/aFamily", "404"],
    ["/gallery/aFamily/pHome", "404"],
    ["/gallery", "404"],
  ] as const) {
    expect([link, await follow(server, link)]).toEqual([link, to]);
  }

  const again = await moveIn(server, "lychee", folder);
  expect(again.out).toContain("0 imported, 4 already in the library, 0 refused.");
  expect((await server.admin.call(listAlbums)).albums.map(({ id }) => id)).toEqual(albums.map(({ id }) => id));
});

/** Lychee 4.4: what was public is in the albums, a photo is in one album, tags are in the photo. */
const OLD: Rows = {
  base_albums: [
    { ...old("bOpen", "Open", 15812345678901), is_public: 1, requires_link: 0, password: null },
    { ...old("bLink", "Link", 15812345678902), is_public: 1, requires_link: 1, password: null },
    { ...old("bShut", "Shut", 15812345678903), is_public: 0, requires_link: 0, password: null },
  ],
  albums: [album("bOpen"), album("bLink"), album("bShut", "bOpen")],
  photos: [
    { ...old("qOne", "One", 15812345678911), album_id: "bOpen", tags: "Tram,Hill", type: "image/jpeg", is_starred: 0 },
    { ...old("qTwo", "Two", 15812345678912), album_id: "bShut", tags: "", type: "image/jpeg", is_starred: 0 },
  ],
  size_variants: [
    { id: 1, photo_id: "qOne", type: 0, short_path: "big/one.jpg" },
    { id: 2, photo_id: "qTwo", type: 0, short_path: "original/two.jpg" },
  ],
};

function old(id: string, title: string, legacy_id: number) {
  return { id, title, legacy_id, description: "", created_at: "2021-01-01 00:00:00", is_nsfw: 0 };
}

test("a dump is read as MariaDB and PowerShell write it", async () => {
  const server = await shareTestServer();
  const text = `\ufeff/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n${dump()}`;
  const folder = await foreignFolder({ "lychee.sql": Buffer.from(text, "utf16le"), ...(await pictures()) });

  expect(await moveIn(server, "lychee", folder, "--dry-run")).toMatchObject({ code: 0, err: "" });
});

test("an older library of Lychee moves in from its SQLite file", async () => {
  const server = await shareTestServer();
  const folder = await foreignFolder({
    "uploads/big/one.jpg": await makePicture({ colour: "#111111" }),
    "uploads/original/two.jpg": await makePicture({ colour: "#222222" }),
  });
  await mkdir(join(folder, "database"));
  writeSqlite(join(folder, "database/database.sqlite"), OLD);

  expect(await moveIn(server, "lychee", folder, "--category", "urban", "--at", "/photos")).toMatchObject({ code: 0 });

  const { albums } = await server.admin.call(listAlbums);
  expect(albums.map(({ category, title, status }) => [category, title, status])).toEqual([
    ["urban", "Open", "public"],
    ["urban", "Open – Shut", "draft"],
  ]);
  const { data } = await server.visitor.call(getAlbum, { params: { slug: "open" } });
  expect(data.photos.map(({ title, tags }) => [title, tags])).toEqual([["One", ["Tram", "Hill"]]]);
  expect(await follow(server, "/photos/r/15812345678901")).toBe("301 /urban/open");
  expect(await follow(server, "/photos/gallery/bShut")).toBe("404");
});

test.each([
  ["a path out of the folder", { short_path: "original/../../../etc/a.jpg" }, /must be a path inside the folder/i],
  ["a link out of the folder", { short_path: "original/link.jpg" }, /^\S+ is a link that leads out of the folder\n$/],
])("%s is refused in one line, and nothing is imported", async (_name, variant, message) => {
  const server = await shareTestServer();
  const [first] = LIBRARY.size_variants ?? [];
  const folder = await foreignFolder({
    "lychee.sql": dump({ ...LIBRARY, size_variants: [{ ...first, ...variant, type: 1, storage_disk: "images" }] }),
    ...(await pictures()),
  });
  await symlink("/etc/hostname", join(folder, "uploads/original/link.jpg"));
  const { code, err } = await moveIn(server, "lychee", folder);
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(err.trim()).not.toContain("\n");
  expect((await server.admin.call(listAlbums)).albums).toEqual([]);
});

test.each([
  [
    "a dump that was cut off",
    { "a.sql": dump().slice(0, -20) },
    /^a\.sql ends in the middle of a (text|statement)\. Export it again\n$/,
  ],
  ["another database", { "a.sql": dumpTable("posts", [{ id: 1 }]) }, /^a\.sql does not have the tables of Lychee: /],
  ["no dump", { "a.txt": "" }, /^there is no dump in /],
  ["two dumps", { "a.sql": "", "b.sql": "" }, /has a\.sql and b\.sql: name the one to read\n$/],
])("%s is refused in one line", async (_name, files, message) => {
  const server = await shareTestServer();
  const { code, err } = await moveIn(server, "lychee", await foreignFolder(files));
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(err.trim()).not.toContain("\n");
});

function writeSqlite(path: string, rows: Rows): void {
  const database = new DatabaseSync(path);
  for (const [table, list] of Object.entries(rows)) {
    const columns = Object.keys(list[0] ?? {});
    database.exec(`create table ${table} (${columns.join(", ")})`);
    const insert = database.prepare(`insert into ${table} values (${columns.map(() => "?").join(", ")})`);
    for (const row of list) insert.run(...columns.map((column) => row[column] ?? null));
  }
  database.close();
}
