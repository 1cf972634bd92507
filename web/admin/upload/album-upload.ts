import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { addAlbumPhotos } from "../../../contract/albums.ts";
import { type ResponseOf, routeOf } from "../../../contract/endpoint.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { countUploads, createUpload, findDuplicates } from "../../../contract/uploads.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { createListeners } from "../../hooks/listeners.ts";
import { useToast } from "../../ui/Toast.tsx";
import { albumPhotosQuery } from "../data/album.api.ts";
import { PHOTO_MUTATION, rememberPhotos } from "../data/library-cache.ts";
import { broadcastPhotoUpdated } from "../data/photo-updated.ts";
import { queryKey } from "../data/query-key.ts";
import { acceptsHeic, siteQuery, uploadMaxMb } from "../data/site.api.ts";
import type { Accepted } from "./refuse-file.ts";
import { sendFile } from "./send-file.ts";
import { sha256 } from "./sha256.ts";
import { createUploadQueue, type Known, storedPhotoOf, type UploadQueue, type UploadRow } from "./upload-queue.ts";
import { summarise, type UploadSummary } from "./upload-summary.ts";

type UploadAlbum = Pick<AdminAlbum, "id" | "slug" | "title">;

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
const { notify, subscribe } = createListeners();
let uploads: readonly Upload[] = [];

function publish(): void {
  uploads = [...queues.values()].map((each) => ({
    ...each,
    rows: each.queue.rows(),
    summary: summarise(each.queue.rows()),
  }));
  notify();
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
      hash: sha256,
      findKnown: (hashes) => findKnown(hashes, album),
      onStored: (photo, before) => addToAlbum(client, slug, photo, before),
    });
  if (!queues.has(slug)) announceWhenDone(queue);
  queues.set(slug, { album, queue, isWatched: queues.get(slug)?.isWatched ?? false });
  return queue;
}

function announceWhenDone(queue: UploadQueue): void {
  let wasDone = false;
  queue.subscribe(() => {
    const photo_ids = queue.rows().flatMap((row) => storedPhotoOf(row)?.id ?? []);
    const isDone = photo_ids.length > 0 && summarise(queue.rows()).unfinished === 0;
    if (isDone && !wasDone) broadcastPhotoUpdated({ action: "uploaded", photo_ids });
    wasDone = isDone;
    publish();
  });
}

async function findKnown(hashes: string[], album: UploadAlbum): Promise<Map<string, Known>> {
  try {
    const { duplicates } = await call(findDuplicates, { body: { sha256: hashes, album: album.slug } });
    return new Map(duplicates.flatMap((found) => knownFrom(found, album)));
  } catch {
    // Nothing is lost: the response to the upload reports duplicates too.
    return new Map();
  }
}

type Found = ResponseOf<typeof findDuplicates>["duplicates"][number];

function knownFrom({ sha256, photo, upload }: Found, { id }: UploadAlbum): [string, Known][] {
  if (upload?.album_id === id) {
    return [[sha256, { place: "arriving", name: upload.filename, uploadUrl: `${routeOf(createUpload)}/${upload.id}` }]];
  }
  if (photo) return [[sha256, { place: placeOf(photo, id), photo }]];
  return upload ? [[sha256, { place: "arriving", name: upload.filename }]] : [];
}

function placeOf({ deleted, album_ids }: AdminPhoto, album: UploadAlbum["id"]): "here" | "library" | "trash" {
  if (deleted) return "trash";
  return album_ids.includes(album) ? "here" : "library";
}

/** Puts photos of the library into the album, in place of duplicates. */
export function useAddExisting({ album: { slug }, queue }: Upload) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: async (chosen: ReadonlyMap<number, AdminPhoto>) => {
      // A file may have been chosen twice.
      const photo_ids = [...new Set([...chosen.values()].map(({ id }) => id))];
      return (await call(addAlbumPhotos, { params: { slug }, body: { photo_ids } })).photos;
    },
    onSuccess: (photos, chosen) => {
      for (const photo of photos) addToAlbum(client, slug, photo);
      queue.decide([...chosen.keys()], { status: "added" });
      broadcastPhotoUpdated({ action: "updated", photo_ids: photos.map(({ id }) => id) });
    },
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The photo could not be added") }),
  });
}

/** Files that have arrived become photos within seconds; others may need the owner. */
const ASK_AGAIN_MS = { processing: 2_000, receiving: 10_000 };

/** How many files are on their way into an album, from this window or another. Asks again until none is. */
export const arrivingQuery = (slug: string) => {
  const key = queryKey(countUploads, { params: { slug } });
  return queryOptions({
    queryKey: key,
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<ResponseOf<typeof countUploads>>(key);
      const now = await call(countUploads, { params: { slug }, signal });
      if (before && now.processing < before.processing) broadcastPhotoUpdated({ action: "uploaded", photo_ids: [] });
      return now;
    },
    refetchInterval: ({ state: { data } }) => {
      if (data?.processing) return ASK_AGAIN_MS.processing;
      return data?.receiving ? ASK_AGAIN_MS.receiving : false;
    },
  });
};

/** Shows a stored photo in the grid while others are still uploading. */
function addToAlbum(queryClient: QueryClient, slug: string, photo: AdminPhoto, before: PhotoId | null = null) {
  rememberPhotos(queryClient, [photo]);
  queryClient.setQueryData(albumPhotosQuery(slug).queryKey, (ids) => {
    if (!ids || ids.includes(photo.id)) return ids;
    const place = before === null ? -1 : ids.indexOf(before);
    return place === -1 ? [...ids, photo.id] : ids.toSpliced(place, 0, photo.id);
  });
}
