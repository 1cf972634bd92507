import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { listAlbumPhotos, reorderAlbumPhotos } from "../../../contract/albums.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { findDuplicates } from "../../../contract/uploads.ts";
import { call } from "../../api/call.ts";
import { isSameOrder } from "../reorder/order.ts";
import {
  createUploadQueue,
  summarise,
  type UploadQueue,
  type UploadRow,
  type UploadSummary,
} from "../upload/upload-queue.ts";
import { albumPhotosQuery } from "./album.api.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import { rememberPhotos } from "./photos.api.ts";

export type Upload = { queue: UploadQueue; rows: readonly UploadRow[]; summary: UploadSummary };

/** The uploads into one album, for as long as its screen is open. */
export function useUpload(slug: string): Upload {
  const queryClient = useQueryClient();
  const [queue] = useState(() =>
    createUploadQueue({ slug, findInLibrary, onStored: (photo) => addToAlbum(queryClient, slug, photo) }),
  );
  const rows = useSyncExternalStore(queue.subscribe, queue.rows);
  const summary = summarise(rows);
  const hasSettled = summary.stored > 0 && summary.unfinished === 0;

  useEffect(() => () => queue.clear(), [queue]);
  useEffect(() => {
    if (hasSettled) void settle(slug, storedInOrder(queue.rows()));
  }, [hasSettled, slug, queue]);

  return { queue, rows, summary };
}

async function findInLibrary(hashes: string[]): Promise<Map<string, AdminPhoto>> {
  try {
    const { duplicates } = await call(findDuplicates, { body: { sha256: hashes } });
    return new Map(duplicates.map(({ sha256, photo }) => [sha256, photo]));
  } catch {
    // Nothing is lost: the answer to the upload itself tells of duplicates too.
    return new Map();
  }
}

/** Seen in the grid at once, while the others are still on their way. */
function addToAlbum(queryClient: QueryClient, slug: string, photo: AdminPhoto) {
  rememberPhotos(queryClient, [photo]);
  queryClient.setQueryData(albumPhotosQuery(slug).queryKey, (ids) =>
    ids && !ids.includes(photo.id) ? [...ids, photo.id] : ids,
  );
}

const storedInOrder = (rows: readonly UploadRow[]): PhotoId[] =>
  rows.flatMap(({ state }) => (state.status === "done" || state.status === "stored-duplicate" ? [state.photo.id] : []));

/** Several are sent at a time, so they arrive out of turn; the album shall have them in the order of their names. */
async function settle(slug: string, stored: PhotoId[]) {
  try {
    const { photos } = await call(listAlbumPhotos, { params: { slug } });
    const arrived = photos.map(({ id }) => id);
    const wanted = [...arrived.filter((id) => !stored.includes(id)), ...stored.filter((id) => arrived.includes(id))];
    if (!isSameOrder(arrived, wanted)) {
      await call(reorderAlbumPhotos, { params: { slug }, body: { photo_ids: wanted } });
    }
  } catch {
    // Refused, for the album changed meanwhile, or not reached: then the order of their arrival stands.
  } finally {
    broadcastPhotoUpdated({ action: "uploaded", photo_ids: stored });
  }
}
