import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import { describeAlbums } from "../data/album-titles.ts";

/** Where a restore would put the photo: "Returns to Lisbon", "Returns to Lisbon and 2 more albums". */
export function returnsTo({ trashed_from }: Pick<AdminPhoto, "trashed_from">, albums: AdminAlbum[]): string {
  const titles = trashed_from.flatMap((id) => albums.find((album) => album.id === id)?.title ?? []);
  return `Returns to ${describeAlbums(titles) || "no album"}`;
}
