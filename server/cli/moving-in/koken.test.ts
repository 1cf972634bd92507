import { expect, test } from "vitest";
import { getAlbum, listAlbums } from "../../../contract/albums.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { follow, foreignFolder, moveIn } from "../../../rig/server/foreign-folder.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";
import { dumpTable } from "../../../rig/sql-dump.ts";

const album = (id: number, slug: string, left_id: number, right_id: number, more = {}) => ({
  ...{
    id,
    title: slug,
    slug,
    old_slug: null,
    summary: "",
    description: "",
    sort: "manual ASC",
    visibility: 0,
    level: 1,
  },
  ...{ left_id, right_id, deleted: 0, album_type: 0, created_on: 1718000000, ...more },
});
const content = (id: number, slug: string, more = {}) => ({
  ...{
    id,
    title: slug,
    slug,
    old_slug: null,
    filename: `${slug}.jpg`,
    caption: "",
    visibility: 0,
    license: "all",
    deleted: 0,
  },
  ...{
    favorite: 0,
    uploaded_on: 1714636800,
    captured_on: 1714573800,
    internal_id: `ab${id}0ffff`,
    storage_url: null,
    ...more,
  },
});

const DUMP = [
  dumpTable("koken_albums", [
    album(1, "travel", 1, 6, { title: "Travel", album_type: 2 }),
    album(2, "lisboa", 2, 3, { title: "Lisboa", level: 2, old_slug: ",lisbon,", description: "<p>Rain</p>" }),
    album(3, "porto", 4, 5, { title: "Porto", level: 2, sort: "title DESC" }),
    // Numbered apart from the public ones.
    album(4, "client", 2, 3, { title: "Client", visibility: 1 }),
    album(5, "secret", 1, 2, { title: "Secret", visibility: 2 }),
    album(6, "recent", 7, 8, { title: "Recent", album_type: 1 }),
    album(7, "gone", 9, 10, { deleted: 1 }),
  ]),
  dumpTable("koken_content", [
    content(11, "tram", { title: "Tram 28", caption: "Up the <b>hill</b>", license: "n,s", favorite: 1 }),
    content(12, "view"),
    content(13, "hidden", { visibility: 2 }),
    content(14, "film", { filename: "film.mp4" }),
    content(15, "gone", { deleted: 1 }),
  ]),
  dumpTable("koken_join_albums_content", [
    { id: 1, album_id: 2, content_id: 11, order: 2 },
    { id: 2, album_id: 2, content_id: 12, order: 1 },
    { id: 3, album_id: 2, content_id: 13, order: 3 },
    { id: 4, album_id: 3, content_id: 11, order: 1 },
    { id: 5, album_id: 3, content_id: 12, order: 2 },
    { id: 6, album_id: 4, content_id: 12, order: 1 },
    { id: 7, album_id: 5, content_id: 12, order: 1 },
  ]),
  dumpTable("koken_join_albums_covers", [{ id: 1, album_id: 2, cover_id: 11 }]),
  dumpTable("koken_tags", [{ id: 1, name: "tram" }]),
  dumpTable("koken_join_content_tags", [{ id: 1, content_id: 11, tag_id: 1 }]),
].join("\n");

test("a site of Koken moves in, and its links lead to the new pages", async () => {
  const server = await shareTestServer();
  const folder = await foreignFolder({
    "koken.sql": DUMP,
    "storage/originals/ab/11/tram.jpg": await makePicture({ colour: "#111111" }),
    "storage/originals/ab/12/view.jpg": await makePicture({ colour: "#222222" }),
    "storage/originals/ab/13/hidden.jpg": await makePicture({ colour: "#333333" }),
  });

  const { out } = await moveIn(server, "koken", folder);
  expect(out.split("\n")).toEqual([
    "3 imported, 0 already in the library, 0 refused.",
    "  draft: Secret, which was private",
    "  draft: Client, which was unlisted",
    "  private: 1 photo: was private",
    "  left out: film.mp4: is not a picture on the server",
    "  left out: Recent: is a smart album",
    "",
  ]);
  const { albums } = await server.admin.call(listAlbums);
  expect(albums.map(({ category, title, status }) => [category, title, status])).toEqual([
    ["travel", "Lisboa", "public"],
    ["travel", "Porto", "public"],
    ["portraits", "Secret", "draft"],
    ["portraits", "Client", "draft"],
  ]);
  const { data } = await server.visitor.call(getAlbum, { params: { slug: "lisboa" } });
  expect(data.album.description).toBe("Rain");
  expect(data.photos.map(({ title }) => title)).toEqual(["view", "Tram 28"]);
  const [view, tram] = data.photos;
  expect(tram).toMatchObject({ caption: "Up the hill", tags: ["tram"], license: "Creative Commons" });
  expect(albums[0]?.cover_photo_id).toBe(tram?.id);
  const porto = await server.visitor.call(getAlbum, { params: { slug: "porto" } });
  expect(porto.data.photos.map(({ title }) => title)).toEqual(["view", "Tram 28"]);

  for (const [link, to] of [
    ["/albums/lisboa/", "301 /travel/lisboa"],
    ["/albums/lisbon/", "301 /travel/lisboa"],
    ["/index.php?/albums/lisboa/", "301 /travel/lisboa"],
    ["/albums/lisboa/content/tram/", `301 /travel/lisboa/photo/${tram?.id}`],
    ["/albums/porto/content/view/lightbox", `301 /travel/lisboa/photo/${view?.id}`],
    // With the month of the album, and that of the photo.
    ["/albums/2024/06/lisboa/", "301 /travel/lisboa"],
    ["/sets/2024/06/travel/", "301 /travel"],
    ["/albums/2024/06/lisboa/content/tram/", `301 /travel/lisboa/photo/${tram?.id}`],
    ["/content/2024/05/tram/", `301 /travel/lisboa/photo/${tram?.id}`],
    ["/content/tram/", `301 /travel/lisboa/photo/${tram?.id}`],
    ["/sets/travel/", "301 /travel"],
    ["/content/hidden", "404"],
    ["/albums/client", "404"],
  ] as const) {
    expect([link, await follow(server, link)]).toEqual([link, to]);
  }
});
