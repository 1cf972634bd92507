import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LinkedPhoto, ShownBlock } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { Block } from "../../../contract/written-pages.ts";
import { albumPhotosQuery } from "../data/album.api.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { photoQuery } from "../data/photos.api.ts";
import { isUnseen } from "../data/publish-time.ts";

type Seen = {
  /** Undefined while its photos load, or where visitors see nothing of it. */
  shown: ShownBlock | undefined;
  /** The photos that visitors do not see. */
  hidden: AdminPhoto[];
  /** Whether visitors see nothing of the album. */
  isAlbumHidden?: boolean;
};

/** A block as visitors would see it. */
export function useShownBlock(block: Block): Seen {
  const ofAlbum = useAlbum(block);
  const { data: albums = [] } = useQuery(albumsQuery);
  const ids: PhotoId[] = block.kind === "photos" ? block.photo_ids : [];
  const loaded = useQueries({ queries: ids.map((id) => photoQuery(id)) }).flatMap(({ data }) => data ?? []);
  if (block.kind === "album") return ofAlbum;
  if (block.kind !== "photos") return { shown: block, hidden: [] };
  const photos = ids.flatMap((id): LinkedPhoto | [] => {
    const photo = loaded.find((each) => each.id === id);
    const home = albums.find((each) => each.id === photo?.album_id);
    if (!photo?.is_visible || !home || isUnseen(home)) return [];
    return { photo, url: paths.photo(home, id), album_title: home.title };
  });
  const hidden = loaded.filter(({ id }) => photos.every(({ photo }) => photo.id !== id));
  return { shown: photos.length > 0 ? { kind: "photos", photos, caption: block.caption } : undefined, hidden };
}

function useAlbum(block: Block): Seen {
  const client = useQueryClient();
  const { data: albums = [] } = useQuery(albumsQuery);
  const album = block.kind === "album" ? albums.find(({ id }) => id === block.album_id) : undefined;
  const { data: ids } = useQuery({ ...albumPhotosQuery(album?.slug ?? ""), enabled: album !== undefined });
  if (!album || !ids) return { shown: undefined, hidden: [] };
  // A guest whose home is a draft is not seen, either.
  const seen = ids.flatMap((id) => {
    const photo = client.getQueryData(photoQuery(id).queryKey);
    const home = albums.find((each) => each.id === photo?.album_id);
    return photo?.is_visible && home && !isUnseen(home) ? [photo] : [];
  });
  const [first] = seen;
  if (!first || isUnseen(album)) return { shown: undefined, hidden: [], isAlbumHidden: true };
  const cover = seen.find(({ id }) => id === album.cover_photo_id) ?? first;
  return { shown: { kind: "album", album: { ...album, cover, photo_count: seen.length } }, hidden: [] };
}
