import type { Album } from "./albums.ts";
import type { Photo } from "./photos.ts";

// No zod at run time here: the public pages load this file.

/** Where a photo is shown: its album as the reader sees it, and its index among the photos there. */
export type InAlbum = { album: Pick<Album, "title" | "photo_count">; index: number };

/** A picture's alternative text. Without an album, an untitled photo has none: the text beside a cover names it. */
export function photoAlt(photo: Pick<Photo, "alt" | "title">, inAlbum?: InAlbum): string {
  return photo.alt || photo.title || (inAlbum ? numberInAlbum(inAlbum) : "");
}

/** What a photo is called where something has to name it: a heading, a page's title, a share card. */
export function photoName(photo: Pick<Photo, "title">, inAlbum: InAlbum): string {
  return photo.title || numberInAlbum(inAlbum);
}

const numberInAlbum = ({ album, index }: InAlbum) => `Photo ${index + 1} of ${album.photo_count}, ${album.title}`;
