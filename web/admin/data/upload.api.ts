import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { listAlbumPhotos, reorderAlbumPhotos } from "../../../contract/albums.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { findDuplicates } from "../../../contract/uploads.ts";
import { call } from "../../api/call.ts";
import { albumPhotosQuery } from "./album.api.ts";
import { rememberPhotos } from "./library-cache.ts";
import { isSameOrder } from "./order.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import { sendFile } from "./send-file.ts";
import { canHash, sha256 } from "./sha256.ts";
import { siteQuery, uploadMaxMb } from "./site.api.ts";
import { createUploadQueue, summarise, type UploadQueue, type UploadRow, type UploadSummary } from "./upload-queue.ts";

export type Upload = { queue: UploadQueue; rows: readonly UploadRow[]; summary: UploadSummary; maxMb: number };

/** Uploads to one album while its screen is open. */
export function useUpload(slug: string): Upload {
  const queryClient = useQueryClient();
  // The queue reads the limit from the cache.
  useQuery(siteQuery);
  const [queue] = useState(() =>
    createUploadQueue({
      maxMb: () => uploadMaxMb(queryClient),
      send: (transfer) => sendFile({ slug, maxMb: uploadMaxMb(queryClient), ...transfer }),
      hash: canHash() ? sha256 : undefined,
      findInLibrary,
      onStored: (photo) => addToAlbum(queryClient, slug, photo),
    }),
  );
  const rows = useSyncExternalStore(queue.subscribe, queue.rows);
  const summary = summarise(rows);
  const hasSettled = summary.stored > 0 && summary.unfinished === 0;

  useEffect(() => () => queue.clear(), [queue]);
  useEffect(() => {
    if (hasSettled) void settle(slug, storedInOrder(queue.rows()));
  }, [hasSettled, slug, queue]);

  return { queue, rows, summary, maxMb: uploadMaxMb(queryClient) };
}

async function findInLibrary(hashes: string[]): Promise<Map<string, AdminPhoto>> {
  try {
    const { duplicates } = await call(findDuplicates, { body: { sha256: hashes } });
    return new Map(duplicates.map(({ sha256, photo }) => [sha256, photo]));
  } catch {
    // Nothing is lost: the answer to the upload reports duplicates too.
    return new Map();
  }
}

/** Shows a stored photo in the grid while others are still uploading. */
function addToAlbum(queryClient: QueryClient, slug: string, photo: AdminPhoto) {
  rememberPhotos(queryClient, [photo]);
  queryClient.setQueryData(albumPhotosQuery(slug).queryKey, (ids) =>
    ids && !ids.includes(photo.id) ? [...ids, photo.id] : ids,
  );
}

const storedInOrder = (rows: readonly UploadRow[]): PhotoId[] =>
  rows.flatMap(({ state }) => (state.status === "done" || state.status === "stored-duplicate" ? [state.photo.id] : []));

/** Parallel uploads arrive out of order; the album should list them by file name, as the dialog does. */
async function settle(slug: string, stored: PhotoId[]) {
  try {
    const { photos } = await call(listAlbumPhotos, { params: { slug } });
    const arrived = photos.map(({ id }) => id);
    const wanted = [...arrived.filter((id) => !stored.includes(id)), ...stored.filter((id) => arrived.includes(id))];
    if (!isSameOrder(arrived, wanted)) {
      await call(reorderAlbumPhotos, { params: { slug }, body: { photo_ids: wanted } });
    }
  } catch {
    // The album changed in the meantime, or the server is unreachable: keep the order of arrival.
  } finally {
    broadcastPhotoUpdated({ action: "uploaded", photo_ids: stored });
  }
}
