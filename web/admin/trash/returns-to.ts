import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";

/** Where a restore would put the photo: "Returns to Lisbon", "Returns to Lisbon and 2 more albums". */
export function returnsTo({ trashed_from }: Pick<AdminPhoto, "trashed_from">, albums: AdminAlbum[]): string {
  const titles = trashed_from.flatMap((id) => albums.find((album) => album.id === id)?.title ?? []);
  const [home, ...others] = titles;
  if (home === undefined) return "Returns to no album";
  if (others.length === 0) return `Returns to ${home}`;
  return `Returns to ${home} and ${others.length === 1 ? others[0] : `${others.length} more albums`}`;
}
