import type { Query, QueryClient } from "@tanstack/react-query";
import { listAlbumPhotos } from "../../../contract/albums.ts";
import { listPhotoIds, type PhotoId } from "../../../contract/photos.ts";
import { takeFromLists } from "./library-cache.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import { requestIn } from "./query-key.ts";

const known = new Set<PhotoId>();

/** Photos that this window deletes permanently: no message says that another has. Returns how to forget them, should that fail. */
export function rememberGone(ids: PhotoId[]): () => void {
  for (const id of ids) known.add(id);
  return () => {
    for (const id of ids) known.delete(id);
  };
}

/** Photos that the server no longer has leave every list, and a message says so, once. */
export function reportGone(client: QueryClient, ids: PhotoId[]): void {
  const photo_ids = ids.filter((id) => !known.has(id));
  if (photo_ids.length === 0) return;
  rememberGone(photo_ids);
  takeFromLists(client, photo_ids, isPhotoList);
  broadcastPhotoUpdated({ action: "gone", photo_ids });
}

const isPhotoList = ({ queryKey }: Query) =>
  requestIn(queryKey, listPhotoIds) !== undefined || requestIn(queryKey, listAlbumPhotos) !== undefined;
