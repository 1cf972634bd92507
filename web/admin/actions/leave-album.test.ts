import { expect, test } from "vitest";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import { describeLeaving, leavingAlbum, leavingQuestion, movedFrom } from "./leave-album.ts";

const photo = (album_id: number | null, category = "URBAN") =>
  ({ album_id, album_ids: album_id === null ? [] : [album_id], category }) as AdminPhoto;
const albums = [{ id: 1, title: "Milano" } as AdminAlbum, { id: 2, title: "Rome" } as AdminAlbum];
const toTravel = { change: { category: "TRAVEL" as const } };
const toNoAlbum = { change: { album_id: null } };

test("only photos that end up in no album leave", () => {
  expect(leavingAlbum([photo(null)], toNoAlbum, albums)).toBeUndefined();
  expect(leavingAlbum([photo(1, "TRAVEL")], toTravel, albums)).toBeUndefined();
  expect(leavingAlbum([photo(1)], { change: { title: "A" } }, albums)).toBeUndefined();
  expect(leavingAlbum([photo(1), photo(null)], toTravel, albums)).toEqual({
    count: 1,
    field: "category",
    album: "Milano",
  });
});

test("the question and the message name the album, or several", () => {
  const several = leavingAlbum([photo(1), photo(2), photo(null)], toTravel, albums);
  if (!several) throw new Error("expected two photos to leave");
  expect(leavingQuestion(several).question).toContain("takes 2 photos out of all their albums");
  expect(describeLeaving(several, 3)).toEqual({
    message: "Category changed for 3 photos",
    note: "2 photos are in no album now.",
  });

  const guest = { ...photo(1), album_ids: [1, 2] } as AdminPhoto;
  expect(leavingAlbum([guest], toNoAlbum, albums)?.album).toBe("all its albums");

  const one = leavingAlbum([photo(1)], toNoAlbum, albums);
  if (!one) throw new Error("expected the photo to leave");
  expect(leavingQuestion(one).title).toBe("Remove from Milano");
  expect(describeLeaving(one, 1)).toEqual({ message: "Photo removed from Milano", note: "Still in the library." });
});

test("a move names the album that each photo leaves, and no other", () => {
  const [milano, rome] = [1, 2] as AlbumId[];
  const guest = { ...photo(1), album_ids: [1, 2] } as AdminPhoto;
  expect(movedFrom([photo(1), photo(null)], { to: rome }, albums)).toBe("Milano");
  expect(movedFrom([photo(1), photo(2)], {}, albums)).toBe("Milano and Rome");
  // Already there, or looked at where it is a guest: its home stays.
  expect(movedFrom([photo(2), photo(null)], { to: rome }, albums)).toBe("");
  expect(movedFrom([guest], { to: 3 as AlbumId, from: rome }, albums)).toBe("Rome");
  expect(movedFrom([guest], { to: 3 as AlbumId, from: milano }, albums)).toBe("Milano");
});
