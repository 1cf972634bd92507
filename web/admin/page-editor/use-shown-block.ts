import { useQueries, useQuery } from "@tanstack/react-query";
import type { LinkedPhoto, ShownAlbum, ShownBlock } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { Block } from "../../../contract/written-pages.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { photoQuery } from "../data/photos.api.ts";

/** A block as visitors would see it. Undefined while its photos load, or where visitors see nothing of it. */
export function useShownBlock(block: Block): { shown: ShownBlock | undefined; hidden: AdminPhoto[] } {
  const { data: albums = [] } = useQuery(albumsQuery);
  const ids: PhotoId[] = block.kind === "photos" ? block.photo_ids : [];
  const album = block.kind === "album" ? albums.find(({ id }) => id === block.album_id) : undefined;
  const cover = album?.cover_photo_id ?? null;
  const needed = cover === null ? ids : [...ids, cover];
  const loaded = useQueries({ queries: needed.map((id) => photoQuery(id)) }).flatMap(({ data }) => data ?? []);
  if (block.kind === "album") {
    const photo = loaded.find(({ id }) => id === cover) ?? null;
    const shown: ShownAlbum | undefined = album && { ...album, cover: photo };
    return { shown: shown && { kind: "album", album: shown }, hidden: [] };
  }
  if (block.kind !== "photos") return { shown: block, hidden: [] };
  const photos = ids.flatMap((id): LinkedPhoto | [] => {
    const photo = loaded.find((each) => each.id === id);
    const home = albums.find((each) => each.id === photo?.album_id);
    if (!photo?.is_visible || home?.status !== "public") return [];
    return { photo, url: paths.photo(home, id), album_title: home.title };
  });
  const hidden = loaded.filter(({ id }) => photos.every(({ photo }) => photo.id !== id));
  return { shown: photos.length > 0 ? { kind: "photos", photos, caption: block.caption } : undefined, hidden };
}
