import type { Photo } from "../../../contract/photos.ts";

export function photoAlt(photo: Photo): string {
  return photo.caption === "" ? photo.title : `${photo.title} – ${photo.caption}`;
}
