import { expect, test } from "vitest";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { describeEdit, editedPhoto, type PhotoEdit, undoSteps } from "./photo-edits.ts";

// Only the fields that an edit reads.
const photo = (id: number, given: Partial<AdminPhoto> = {}) =>
  ({
    id: id as PhotoId,
    category: "URBAN",
    album_id: null,
    album_ids: given.album_id ? [given.album_id] : [],
    tags: [],
    visibility: 0,
    license: "All Rights Reserved",
    ...given,
  }) as AdminPhoto;
const albums = [{ id: 7 as AlbumId, category: "travel" } as AdminAlbum];
const album_id = 7 as AlbumId;

test("a new category clears the album, and the same one does not", () => {
  const inAlbum = photo(1, { category: "TRAVEL", album_id });
  expect(editedPhoto(inAlbum, { change: { category: "URBAN" } }, albums).album_id).toBeNull();
  expect(editedPhoto(inAlbum, { change: { category: "TRAVEL" } }, albums).album_id).toBe(7);
});

test("an album sets its category", () => {
  expect(editedPhoto(photo(1), { change: { album_id } }, albums)).toMatchObject({ album_id: 7, category: "TRAVEL" });
});

test("an album is added, replaced or removed, and the first one is the home", () => {
  const [home, guest, other] = [7, 8, 9].map((id) => id as AlbumId) as [AlbumId, AlbumId, AlbumId];
  const inTwo = photo(1, { category: "TRAVEL", album_id: home, album_ids: [home, guest] });
  const after = (edit: PhotoEdit) => editedPhoto(inTwo, edit, albums);

  expect(after({ toAlbum: other })).toMatchObject({ album_id: 7, album_ids: [7, 8, 9] });
  expect(after({ toAlbum: guest })).toMatchObject({ album_ids: [7, 8] });
  expect(after({ toAlbum: other, from: "home" })).toMatchObject({ album_id: 9, album_ids: [9, 8] });
  expect(after({ toAlbum: other, from: guest })).toMatchObject({ album_id: 7, album_ids: [7, 9] });
  expect(after({ outOfAlbum: home })).toMatchObject({ album_id: 8, album_ids: [8] });
  expect(undoSteps([inTwo], [{ toAlbum: other, from: "home" }])).toEqual([
    { ids: [1], edit: { change: { album_ids: [7, 8] } } },
  ]);
});

test("undo groups photos that had the same value", () => {
  const before = [photo(1, { license: "Public Domain" }), photo(2), photo(3, { license: "Public Domain" })];
  expect(undoSteps(before, [{ change: { license: "Creative Commons" } }])).toEqual([
    { ids: [1, 3], edit: { change: { license: "Public Domain" } } },
    { ids: [2], edit: { change: { license: "All Rights Reserved" } } },
  ]);
});

test("undo of a category restores the category first, then the album it cleared", () => {
  const before = [photo(1, { category: "TRAVEL", album_id }), photo(2)];
  const fields = undoSteps(before, [{ change: { category: "PORTRAITS" } }]).map(({ edit }) =>
    "change" in edit ? edit.change : edit,
  );
  expect(fields).toEqual([{ category: "TRAVEL" }, { category: "URBAN" }, { album_ids: [7] }, { album_ids: [] }]);
});

test("undo of added tags restores each photo's own tags", () => {
  const before = [photo(1, { tags: ["sea"] }), photo(2)];
  expect(undoSteps(before, [{ addTags: ["forest"] }])).toEqual([
    { ids: [1], edit: { change: { tags: ["sea"] } } },
    { ids: [2], edit: { change: { tags: [] } } },
  ]);
});

test("messages name the photos when there are several", () => {
  expect(describeEdit({ change: { favorite: true } }, "Ash")).toBe("Ash added to Favorites");
  expect(describeEdit({ change: { quick_collection: false } }, "2 photos")).toBe(
    "2 photos removed from the quick collection",
  );
  expect(describeEdit({ addTags: ["sea", "dawn"] }, "Ash")).toBe("Ash tagged sea, dawn");
  expect(describeEdit({ removeTags: ["sea"] }, "3 photos")).toBe("3 photos no longer tagged sea");
  expect(describeEdit({ change: { visibility: 1 } }, "3 photos")).toBe("3 photos made private");
  expect(describeEdit({ change: { title: "Ash" } }, "ash.jpg")).toBe("Title of ash.jpg changed");
  expect(describeEdit({ change: { album_id: null } }, "1,200 photos")).toBe("Album of 1,200 photos changed");
});
