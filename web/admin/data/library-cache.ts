import type { Query, QueryClient } from "@tanstack/react-query";
import { getAdminAlbum, listAlbumPhotos, listAlbums } from "../../../contract/albums.ts";
import { listAdminCategories, listCategories } from "../../../contract/categories.ts";
import type { CallInput, Endpoint } from "../../../contract/endpoint.ts";
import {
  type AdminPhoto,
  getPhoto,
  getSummary,
  listEquipment,
  listPhotoIds,
  listPhotos,
  listTags,
  type PhotoId,
} from "../../../contract/photos.ts";
import { getSequence } from "../../../contract/sequences.ts";
import { insertBehind } from "./order.ts";
import { queryKey, requestIn } from "./query-key.ts";

/**
 * How the library is cached. Each list of photos holds only ids, in order, and each photo is cached once, under
 * `photoKey`. So a change shows wherever the photo is on screen, and a grid of thousands loads only what is in view.
 */
export type PhotoFilter = NonNullable<CallInput<typeof listPhotoIds>["query"]>;

const PHOTO_LISTS: Endpoint[] = [listPhotoIds, listAlbumPhotos, listPhotos];
/** What a change to any photo or album makes stale, besides the photos themselves. */
const LISTS: Endpoint[] = [
  ...PHOTO_LISTS,
  listAlbums,
  listAdminCategories,
  listCategories,
  getAdminAlbum,
  getSequence,
  getSummary,
  listTags,
  listEquipment,
];

/** Mutations carry one of these keys, so that only the last of several refreshes what they all changed. */
const LIBRARY_MUTATION = ["library"];
export const PHOTO_MUTATION = [...LIBRARY_MUTATION, "photos"];
export const ALBUM_MUTATION = [...LIBRARY_MUTATION, "albums"];

export const photoKey = (id: PhotoId) => queryKey(getPhoto, { params: { id } });

export const knownPhoto = (client: QueryClient, id: PhotoId) => client.getQueryData<AdminPhoto>(photoKey(id));

/** Caches photos that came with another response; returns their ids. */
export function rememberPhotos(client: QueryClient, photos: AdminPhoto[]): PhotoId[] {
  for (const photo of photos) client.setQueryData(photoKey(photo.id), photo);
  return photos.map((photo) => photo.id);
}

export function patchPhoto(client: QueryClient, id: PhotoId, patch: (photo: AdminPhoto) => AdminPhoto): void {
  client.setQueryData<AdminPhoto>(photoKey(id), (photo) => photo && patch(photo));
}

/** Cancels requests sent before a change: their responses would undo it on screen. */
export async function stopReading(client: QueryClient, ids: PhotoId[]): Promise<void> {
  const isChanging = isOneOf(ids);
  for (const list of PHOTO_LISTS) await client.cancelQueries({ queryKey: queryKey(list) });
  await client.cancelQueries({ predicate: (query) => query.state.data !== undefined && isChanging(query) });
}

/** Removes photos from these lists before the server responds. Returns what puts them back where they were if it refuses. */
export function takeFromLists(client: QueryClient, ids: PhotoId[], lists: (query: Query) => boolean): () => void {
  const leaving = new Set(ids);
  const before = client.getQueriesData<PhotoId[]>({ predicate: lists });
  for (const [key] of before) {
    client.setQueryData<PhotoId[]>(key, (shown) => shown?.filter((id) => !leaving.has(id)));
  }
  return () => {
    for (const [key, shown] of before) {
      client.setQueryData<PhotoId[]>(key, (now) => now && shown && insertBehind(now, shown, (id) => leaving.has(id)));
    }
  };
}

/** Reloads every list. Skipped while a later change is pending: a response read before it would undo it on screen. */
export function refreshLists(client: QueryClient): void {
  if (client.isMutating({ mutationKey: LIBRARY_MUTATION }) > 1) return;
  for (const list of LISTS) void reload(client, list);
}

async function reload(client: QueryClient, endpoint: Endpoint): Promise<void> {
  // A first load may have been read before the change, so it must not count as the response.
  await client.cancelQueries({ queryKey: queryKey(endpoint) });
  await client.invalidateQueries({ queryKey: queryKey(endpoint) });
}

/** Reloads these photos, or every cached one. */
export function refreshPhotos(client: QueryClient, ids?: PhotoId[]): void {
  void client.invalidateQueries(ids ? { predicate: isOneOf(ids) } : { queryKey: queryKey(getPhoto) });
}

function isOneOf(ids: PhotoId[]): (query: Query) => boolean {
  const wanted = new Set<unknown>(ids);
  return ({ queryKey }) => wanted.has(requestIn(queryKey, getPhoto)?.params?.id);
}
