import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CallInput } from "../../../contract/endpoint.ts";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import { type AdminPhoto, listPhotoIds, listPhotos, type PhotoId } from "../../../contract/photos.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";

/**
 * Every list of photos is a query under "photo-ids" that holds ids in order, and every photo is a query of its own
 * under "photo". So a change shows wherever the photo is on screen, and a grid of thousands loads what is in view.
 */
export type PhotoFilter = NonNullable<CallInput<typeof listPhotoIds>["query"]>;

export const photoIdsQuery = (filter: PhotoFilter) =>
  queryOptions({
    queryKey: ["photo-ids", filter],
    queryFn: async ({ signal }) => (await call(listPhotoIds, { query: filter, signal })).ids,
  });

export const photoKey = (id: PhotoId) => ["photo", id] as const;

export const photoQuery = (id: PhotoId) =>
  queryOptions({
    queryKey: photoKey(id),
    queryFn: ({ client, signal }) => loadWithOthers(client, id, signal),
    staleTime: 60_000,
  });

/** Puts photos that came with another answer where every screen finds them; gives their ids. */
export function rememberPhotos(client: QueryClient, photos: AdminPhoto[]): PhotoId[] {
  for (const photo of photos) client.setQueryData(photoKey(photo.id), photo);
  return photos.map((photo) => photo.id);
}

export const knownPhoto = (client: QueryClient, id: PhotoId) => client.getQueryData<AdminPhoto>(photoKey(id));

type Waiting = {
  id: PhotoId;
  signal: AbortSignal;
  resolve: (photo: AdminPhoto) => void;
  reject: (error: unknown) => void;
};

/** Long enough that tiles which only fly by while scrolling are never asked for. */
const GATHER_MS = 40;
/** Photos kept though not on screen: some dozens of screens, whatever the size of the library. */
const REMEMBERED_MAX = 2_000;

let waiting: Waiting[] = [];

function loadWithOthers(client: QueryClient, id: PhotoId, signal: AbortSignal): Promise<AdminPhoto> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => loadWaiting(client), GATHER_MS);
    waiting.push({ id, signal, resolve, reject });
  });
}

function loadWaiting(client: QueryClient): void {
  const wanted = waiting.filter(({ signal }) => !signal.aborted);
  for (const { signal, reject } of waiting) if (signal.aborted) reject(signal.reason);
  waiting = [];
  for (let start = 0; start < wanted.length; start += PAGE_MAX_PHOTOS) {
    void loadPage(wanted.slice(start, start + PAGE_MAX_PHOTOS));
  }
  forgetOldest(client);
}

async function loadPage(wanted: Waiting[]): Promise<void> {
  try {
    const { photos } = await call(listPhotos, { query: { ids: wanted.map(({ id }) => id).join(",") } });
    const byId = new Map(photos.map((photo) => [photo.id, photo]));
    for (const { id, resolve, reject } of wanted) {
      const photo = byId.get(id);
      if (photo) resolve(photo);
      else reject(new ApiError(404, "Photo not found"));
    }
  } catch (error) {
    for (const { reject } of wanted) reject(error);
  }
}

function forgetOldest(client: QueryClient): void {
  const cache = client.getQueryCache();
  const unseen = cache.findAll({ queryKey: ["photo"], type: "inactive" });
  if (unseen.length <= REMEMBERED_MAX) return;
  unseen.sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const query of unseen.slice(0, unseen.length - REMEMBERED_MAX)) cache.remove(query);
}
