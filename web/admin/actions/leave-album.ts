import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import { describeAlbums } from "../data/album-titles.ts";
import { countPhotos, fieldOf, type PhotoEdit } from "../data/photo-edits.ts";

/** An edit that takes photos out of their albums and puts them into no other. Everything here is pure. */
export type Leaving = { count: number; field: "category" | "album_id"; album: string };

/** Undefined when every photo stays in an album, or was in none. */
export function leavingAlbum(photos: AdminPhoto[], edit: PhotoEdit, albums: AdminAlbum[]): Leaving | undefined {
  if (!("change" in edit)) return undefined;
  const { change } = edit;
  const field = fieldOf(edit);
  if (field !== "category" && !(field === "album_id" && change.album_id === null)) return undefined;
  const leaving = photos.filter(
    (photo) => photo.album_id !== null && (field === "album_id" || photo.category !== change.category),
  );
  const [first] = leaving;
  if (!first) return undefined;
  const isSame = leaving.every(({ album_ids }) => album_ids.length === 1 && album_ids[0] === first.album_id);
  const title = isSame ? albums.find(({ id }) => id === first.album_id)?.title : undefined;
  const one = first.album_ids.length === 1 ? "its album" : "all its albums";
  return { count: leaving.length, field, album: title ?? (leaving.length === 1 ? one : "all their albums") };
}

/** The album that each photo leaves when it is moved: the one it is looked at in, or else its home. Empty if none does. */
export function movedFrom(
  photos: Pick<AdminPhoto, "album_id" | "album_ids">[],
  { to, from }: { to?: AlbumId; from?: AlbumId | undefined },
  albums: Pick<AdminAlbum, "id" | "title">[],
): string {
  const left = new Set(
    photos.map(({ album_id, album_ids }) => (from === undefined ? album_id : album_ids.find((id) => id === from))),
  );
  return describeAlbums(albums.filter(({ id }) => id !== to && left.has(id)).map(({ title }) => title));
}

/** The specification has words for one photo only. */
export const removalQuestion = (count: number, album: string) => ({
  title: `Remove from ${album}`,
  question:
    count === 1
      ? "Are you sure you want to delete this photo from the album?"
      : `Are you sure you want to delete these ${countPhotos(count)} from the album?`,
  confirmLabel: "Remove from album",
});

export function leavingQuestion({ count, field, album }: Leaving) {
  if (field === "album_id") {
    const asked = removalQuestion(count, album);
    const question = `Are you sure you want to delete these ${countPhotos(count)} from ${album}?`;
    return count === 1 ? asked : { ...asked, question };
  }
  const [photos, them] = count === 1 ? ["the photo", "its"] : [countPhotos(count), "their"];
  return {
    title: "Change category",
    question: `This takes ${photos} out of ${album} and off the public site until you choose another album. Change ${them} category?`,
    confirmLabel: "Change category",
  };
}

export function describeLeaving({ count, field, album }: Leaving, total: number): { message: string; note: string } {
  if (field === "category") {
    return {
      message: total === 1 ? "Category changed" : `Category changed for ${countPhotos(total)}`,
      note: `${count === 1 ? "The photo is" : `${countPhotos(count)} are`} in no album now.`,
    };
  }
  return { message: `${count === 1 ? "Photo" : countPhotos(count)} removed from ${album}`, note: STAYS_IN_LIBRARY };
}

export const STAYS_IN_LIBRARY = "Still in the library.";
