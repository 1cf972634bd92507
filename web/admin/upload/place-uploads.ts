import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { useReorderAlbumPhotos } from "../actions/album.ts";
import { albumPhotosQuery } from "../data/album.api.ts";
import type { Upload } from "./album-upload.ts";
import { storedPhotoOf, type UploadRow } from "./upload-queue.ts";

/**
 * Photos that were dropped between others move there, together, once all files have arrived: until then the server has them
 * at the end. Undo leaves them there.
 */
export function usePlacedUploads({ album, queue, rows, summary }: Upload): void {
  const client = useQueryClient();
  const reorder = useReorderAlbumPhotos(album);
  const isDue = summary.unfinished === 0 && rows.some((row) => row.before !== null && storedPhotoOf(row));
  useEffect(() => {
    if (!isDue) return;
    const placed = rows;
    queue.placed();
    void client
      .fetchQuery({ ...albumPhotosQuery(album.slug), staleTime: 0 })
      .then((ids) => reorder(orderWithPlaces(ids, placed)))
      // They stay at the end, where the album shows them.
      .catch(() => undefined);
  });
}

export function orderWithPlaces(ids: readonly PhotoId[], rows: readonly UploadRow[]): PhotoId[] {
  const places = new Map<PhotoId, PhotoId[]>();
  for (const row of rows) {
    const photo = storedPhotoOf(row);
    if (!photo || row.before === null || !ids.includes(row.before) || !ids.includes(photo.id)) continue;
    places.set(row.before, [...(places.get(row.before) ?? []), photo.id]);
  }
  const moved = new Set([...places.values()].flat());
  return ids.flatMap((id) => (moved.has(id) ? [] : [...(places.get(id) ?? []), id]));
}
