import { expect, test } from "vitest";
import { listAlbumPhotos, listAlbums } from "../../../contract/albums.ts";
import { listPhotos } from "../../../contract/photos.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { foreignFolder, moveIn } from "../../../rig/server/foreign-folder.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";
import { sidecarNames, withoutEdit } from "./takeout-names.ts";

/** As Takeout has written them, from public bug reports of other programs. */
test.each([
  ["IMG_1234.jpg", "IMG_1234.jpg.json"],
  ["IMG_1234.jpg", "IMG_1234.jpg.supplemental-metadata.json"],
  ["DSC_0101(1).JPG", "DSC_0101.JPG(1).json"],
  ["IMG_1234(1).jpg", "IMG_1234.jpg.supplemental-metadata(1).json"],
  ["100-0016_IMG_2_2.JPG", "100-0016_IMG_2_2.JPG.supplemental-metadata.json"],
  ["PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg", "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json"],
  ["05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg", "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json"],
  [
    "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg",
    "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
  ],
  ["13039_327707840323_537645323_9470255_27214_n(1).jpg", "13039_327707840323_537645323_9470255_27214_n.j(1).json"],
  ["original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P(1).jpg", "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json"],
  ["123456789123456789123456789123456789_DSCN0098(1).JPG", "123456789123456789123456789123456789_DSCN0098.(1).json"],
  ["Peanut Butter Balls.jpg", "Peanut Butter Balls.supplemental-metadata.json"],
  ["Screenshot_20231027_123303_Facebook(1).jpg", "Screenshot_20231027_123303_Facebook.jpg.supple(1).json"],
  ["😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg", "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json"],
])("the JSON file of %s may be %s", (photo, sidecar) => {
  expect(sidecarNames(photo)).toContain(sidecar);
});

test("a photo with a number does not take the JSON file of the one without", () => {
  expect(sidecarNames("DSC_0104(1).JPG")).not.toContain("DSC_0104.JPG.json");
  expect(sidecarNames("DSC_0103.JPG")).not.toContain("DSC_0103.JPG(1).json");
});

test.each([
  ["a/IMG_1-edited.jpg", "a/IMG_1.jpg"],
  ["a/IMG_1-edited(1).jpg", "a/IMG_1(1).jpg"],
  ["a/PXL.PORTRAIT-modifié.jpg", "a/PXL.PORTRAIT.jpg"],
  ["a/2234089303984509579-editat.jpg", "a/2234089303984509579.jpg"],
  ["a/credited.jpg", undefined],
])("%s is the edited version of %s", (file, original) => {
  expect(withoutEdit(file)).toBe(original);
});

test("an unpacked Takeout moves in: each photo once, albums as drafts", async () => {
  const server = await shareTestServer();
  const tram = await makePicture({ colour: "#111111" });
  const sidecar = (title: string, timestamp: string, more = {}) =>
    JSON.stringify({
      title,
      description: "",
      photoTakenTime: { timestamp },
      creationTime: { timestamp: "1714636800" },
      ...more,
    });
  const year = "Takeout/Google Photos/Photos from 2024";
  const album = "Takeout/Google Photos/Lisboa";
  const long = "a-very-long-name-that-takeout-cuts-at-46-characters-of-it.jpg";
  const folder = await foreignFolder({
    "Takeout/archive_browser.html": "",
    [`${year}/tram.jpg`]: tram,
    [`${year}/tram.jpg.supplemental-metadata.json`]: sidecar("tram.jpg", "1714573800", {
      description: "Up the hill",
      favorited: true,
    }),
    [`${year}/view.jpg`]: await makePicture({ colour: "#222222" }),
    [`${year}/view-edited.jpg`]: await makePicture({ colour: "#232323" }),
    [`${year}/view.jpg.json`]: sidecar("view.jpg", "1714500000"),
    [`${year}/view.mp4`]: "film",
    [`${year}/old.jpg`]: await makePicture({ colour: "#333333" }),
    [`${year}/old.jpg.json`]: sidecar("old.jpg", "1714400000", { archived: true }),
    [`${year}/gone.jpg`]: await makePicture({ colour: "#444444" }),
    [`${year}/gone.jpg.json`]: sidecar("gone.jpg", "1714400000", { trashed: true }),
    [`${album}/métadonnées.json`]: JSON.stringify({
      title: "Lisboa 2024",
      description: "Rain",
      access: "protected",
      date: { timestamp: "1" },
    }),
    [`${album}/tram.jpg`]: tram,
    [`${album}/${long}`]: await makePicture({ colour: "#555555" }),
    [`${album}/${long.slice(0, 46)}.json`]: sidecar(long, "1714500001"),
    [`${album}/broken.json`]: "{",
  });

  const { out } = await moveIn(server, "takeout", folder);
  expect(out.split("\n")).toEqual([
    "4 imported, 0 already in the library, 0 refused.",
    "  draft: Lisboa 2024, which was only for those it was shared with",
    "  private: 1 photo: was archived",
    "  left out: 1 photo in favor of the edited one",
    "  left out: 1 photo in the trash",
    "  left out: 1 film or other files",
    "",
  ]);
  const { albums } = await server.admin.call(listAlbums);
  expect(albums.map(({ title, status, description }) => [title, status, description])).toEqual([
    ["Lisboa 2024", "draft", "Rain"],
  ]);
  const inAlbum = await server.admin.call(listAlbumPhotos, { params: { slug: albums[0]?.slug ?? "" } });
  expect(inAlbum.photos.map(({ filename }) => filename)).toEqual([long, "tram.jpg"]);
  expect(inAlbum.photos[1]).toMatchObject({
    caption: "Up the hill",
    favorite: true,
    captured_on: "2024-05-01T14:30:00",
  });
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  expect(photos.map(({ filename, visibility }) => [filename, visibility]).sort()).toEqual([
    [long, 0],
    ["old.jpg", 1],
    ["tram.jpg", 0],
    ["view.jpg", 0],
  ]);
  expect((await moveIn(server, "takeout", folder)).out).toContain("0 imported, 4 already in the library");
  expect((await server.admin.call(listAlbums)).albums).toHaveLength(1);
});

test("the galleries of SmugMug move in from their folders, as drafts", async () => {
  const server = await shareTestServer();
  const folder = await foreignFolder({
    "Travel/Lisboa-2024/tram 10.jpg": await makePicture({ colour: "#111111" }),
    "Travel/Lisboa-2024/tram 9.jpg": await makePicture({ colour: "#222222" }),
    "Family/a.jpg": await makePicture({ colour: "#333333" }),
    "Family/a.mov": "film",
  });
  const { out } = await moveIn(server, "smugmug-export", folder);
  expect(out).toContain("3 imported");
  expect(out).toContain("  draft: Lisboa 2024, which may have been private there\n");
  const { albums } = await server.admin.call(listAlbums);
  expect(albums.map(({ category, title, status }) => [category, title, status])).toEqual([
    ["travel", "Lisboa 2024", "draft"],
    ["portraits", "Family", "draft"],
  ]);
  const { photos } = await server.admin.call(listAlbumPhotos, { params: { slug: "lisboa-2024" } });
  expect(photos.map(({ filename }) => filename)).toEqual(["tram 9.jpg", "tram 10.jpg"]);
});
