import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { findDuplicates } from "../../../contract/uploads.ts";
import { call } from "../../api/call.ts";
import { albumPhotosQuery } from "./album.api.ts";
import { rememberPhotos } from "./library-cache.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import type { Accepted } from "./refuse-file.ts";
import { sendFile } from "./send-file.ts";
import { canHash, sha256 } from "./sha256.ts";
import { acceptsHeic, siteQuery, uploadMaxMb } from "./site.api.ts";
import { createUploadQueue, summarise, type UploadQueue, type UploadRow, type UploadSummary } from "./upload-queue.ts";

type UploadAlbum = Pick<AdminAlbum, "slug" | "title">;

export type Upload = {
  album: UploadAlbum;
  queue: UploadQueue;
  rows: readonly UploadRow[];
  summary: UploadSummary;
  /** Whether its dialog is open. */
  isWatched: boolean;
};

export type AlbumUpload = Upload & Accepted;

/** Uploads outlive the screen that started them: one queue per album. */
const queues = new Map<string, { album: UploadAlbum; queue: UploadQueue; isWatched: boolean }>();
const listeners = new Set<() => void>();
let uploads: readonly Upload[] = [];

function publish(): void {
  uploads = [...queues.values()].map((each) => ({
    ...each,
    rows: each.queue.rows(),
    summary: summarise(each.queue.rows()),
  }));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Every upload that has files, whichever screen is open. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads).filter(({ rows }) => rows.length > 0);
}

/** For the end of a session. */
export function stopUploads(): void {
  for (const { queue } of queues.values()) queue.clear();
}

/** The upload to one album, while its screen is open and after. */
export function useUpload(album: UploadAlbum): AlbumUpload {
  const client = useQueryClient();
  // The queue reads the limits from the cache.
  useQuery(siteQuery);
  const [queue] = useState(() => queueOf(client, album));
  const known = useSyncExternalStore(subscribe, () => uploads).find((upload) => upload.queue === queue);
  const upload = known ?? { album, queue, rows: [], summary: summarise([]), isWatched: false };
  return { ...upload, ...accepted(client) };
}

/** Says that the dialog of this upload is open, so that nothing else has to report its end. */
export function useWatchedUpload({ album: { slug } }: Upload): void {
  useEffect(() => {
    const watch = (isWatched: boolean) => {
      const known = queues.get(slug);
      if (known) known.isWatched = isWatched;
      publish();
    };
    watch(true);
    return () => watch(false);
  }, [slug]);
}

const accepted = (client: QueryClient): Accepted => ({
  maxMb: uploadMaxMb(client),
  acceptsHeic: acceptsHeic(client),
});

function queueOf(client: QueryClient, album: UploadAlbum): UploadQueue {
  const { slug } = album;
  const queue =
    queues.get(slug)?.queue ??
    createUploadQueue({
      accepted: () => accepted(client),
      send: (transfer) => sendFile({ slug, maxMb: uploadMaxMb(client), ...transfer }),
      hash: canHash() ? sha256 : undefined,
      findInLibrary,
      onStored: (photo) => addToAlbum(client, slug, photo),
    });
  if (!queues.has(slug)) announceWhenDone(queue);
  queues.set(slug, { album, queue, isWatched: queues.get(slug)?.isWatched ?? false });
  return queue;
}

function announceWhenDone(queue: UploadQueue): void {
  let wasDone = false;
  queue.subscribe(() => {
    const { stored, unfinished } = summarise(queue.rows());
    const isDone = stored > 0 && unfinished === 0;
    if (isDone && !wasDone) broadcastPhotoUpdated({ action: "uploaded", photo_ids: storedPhotos(queue.rows()) });
    wasDone = isDone;
    publish();
  });
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

const storedPhotos = (rows: readonly UploadRow[]): PhotoId[] =>
  rows.flatMap(({ state }) => (state.status === "done" || state.status === "stored-duplicate" ? [state.photo.id] : []));
