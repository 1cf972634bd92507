import { expect, test } from "vitest";
import { packContent, unpackContent } from "../../../contract/page-json.ts";
import type { PageContent, ShownPhoto } from "../../../contract/pages.ts";

const photo = (given: Partial<ShownPhoto>) =>
  ({
    title: "",
    caption: "",
    placeholder: "data:image/webp;base64,UklG",
    tags: [],
    captured_on: null,
    width: 3,
    height: 2,
    exif: {},
    ...given,
  }) as ShownPhoto;

const album = (photos: ShownPhoto[]) =>
  ({ page: "album", photos, offset: 0, is_whole: true }) as unknown as PageContent;

test.each([
  ["no photos", []],
  ["one photo", [photo({ title: "Osprey", tags: ["bird"], exif: { camera: "Z 8", iso: 800 } })]],
  ["photos with and without camera data", [photo({ exif: { lens: "50 mm" } }), photo({ exif: {} })]],
  [
    "photos that differ in everything",
    [
      photo({ title: "A", width: 1, placeholder: "data:image/png;base64,iVBO" }),
      photo({ title: "B", tags: ["x"], captured_on: "2026" }),
    ],
  ],
])("%s arrive as they were sent", (_, photos) => {
  const sent = JSON.parse(JSON.stringify(packContent(album(photos))));
  expect(unpackContent(sent)).toEqual(album(photos));
});

test("a page without photos is sent as it is", () => {
  const content: PageContent = { page: "not-found", message: "Album not found", linked_photos: [] };
  expect(unpackContent(packContent(content))).toEqual(content);
});
