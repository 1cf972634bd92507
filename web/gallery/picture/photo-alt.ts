import type { ShownPhoto } from "../../../contract/pages.ts";

export function photoAlt(photo: ShownPhoto): string {
  return photo.caption === "" ? photo.title : `${photo.title} – ${photo.caption}`;
}
