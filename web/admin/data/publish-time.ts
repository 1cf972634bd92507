import type { AdminAlbum } from "../../../contract/albums.ts";

type Timed = Pick<AdminAlbum, "status" | "publish_on">;

/** Whether the album is public from a time on that has not come yet. */
export const isWaiting = ({ status, publish_on }: Timed): boolean =>
  status === "public" && publish_on !== null && publish_on > new Date().toISOString();

/** Whether visitors do not see it yet. */
export const isUnseen = (album: Timed): boolean => album.status === "draft" || isWaiting(album);

/** As an input of the type `datetime-local` has it: in the owner's zone, without one. Empty for none. */
export function toLocalTime(publish_on: string | null): string {
  if (publish_on === null) return "";
  const time = new Date(publish_on);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Null for none. */
export const fromLocalTime = (local: string): string | null => (local === "" ? null : new Date(local).toISOString());
