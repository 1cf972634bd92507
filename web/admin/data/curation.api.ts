import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import * as curation from "../../../contract/curation.ts";
import { bulkPhotos, type PhotoId } from "../../../contract/photos.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { albumsQuery } from "./albums.api.ts";
import { COLLECTIONS, type Collection } from "./collections.ts";
import { refetchPhotos } from "./edit-photos.api.ts";
import { broadcastPhotoUpdated, PHOTO_MUTATION } from "./photo-updated.ts";
import { type PhotoFilter, photoIdsQuery } from "./photos.api.ts";

export function useReorderCollection({ filter, reorder: endpoint }: Collection) {
  const client = useQueryClient();
  const toast = useToast();
  const reorder = useMutation({
    mutationKey: PHOTO_MUTATION,
    // One after the other, so that the last order asked for is the one that stays.
    scope: { id: "photos" },
    mutationFn: (photo_ids: PhotoId[]) => call(endpoint, { body: { photo_ids } }),
    onMutate: (photo_ids) => showIds(client, filter, photo_ids),
    onSuccess: (_, __, shownBefore) =>
      toast({ message: "The new order is saved", onUndo: shownBefore && (() => reorder.mutate(shownBefore)) }),
    onError: (error) => toast({ tone: "error", message: reorderRefusal(error) }),
    // Also after a failure: the list is then shown as the server has it.
    onSettled: (_, __, photo_ids) => broadcastPhotoUpdated({ action: "reordered", photo_ids }),
  });
  return reorder.mutate;
}

/** Emptying changes no photo, and can be taken back with the order that was. */
export function useClearQuickCollection() {
  const client = useQueryClient();
  const toast = useToast();
  const { filter } = COLLECTIONS.quick_collection;

  const gatherAgain = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: async (ids: PhotoId[]) => {
      await call(bulkPhotos, { body: { ids, action: "update", change: { quick_collection: true } } });
      await call(curation.reorderQuickCollection, { body: { photo_ids: ids } });
    },
    onMutate: (ids) => showIds(client, filter, ids),
    onError: (error) =>
      toast({ tone: "error", message: messageOf(error, "The quick collection could not be restored") }),
    onSettled: (_, __, ids) => finish(ids),
  });
  const clear = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: (_ids: PhotoId[]) => call(curation.clearQuickCollection),
    onMutate: () => showIds(client, filter, []),
    onSuccess: (_, ids) => toast({ message: "Quick collection cleared", onUndo: () => gatherAgain.mutate(ids) }),
    onError: (error) =>
      toast({ tone: "error", message: messageOf(error, "The quick collection could not be cleared") }),
    onSettled: (_, __, ids) => finish(ids),
  });

  function finish(ids: PhotoId[]) {
    refetchPhotos(client, ids);
    broadcastPhotoUpdated({ action: "updated", photo_ids: ids });
  }
  return clear.mutate;
}

export function useDownloadQuickCollection() {
  const toast = useToast();
  return useMutation({
    mutationFn: () => call(curation.downloadQuickCollection),
    // An attachment: the page stays, and the browser shows the download's progress.
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The download could not be prepared") }),
  });
}

export function useReorderFeaturedAlbums() {
  const client = useQueryClient();
  const toast = useToast();
  const { queryKey } = albumsQuery;
  const reorder = useMutation({
    scope: { id: "featured-albums" },
    mutationFn: (album_ids: AlbumId[]) => call(curation.reorderFeaturedAlbums, { body: { album_ids } }),
    onMutate: async (album_ids) => {
      await client.cancelQueries({ queryKey });
      const before = featuredAlbums(client.getQueryData(queryKey) ?? []).map(({ id }) => id);
      client.setQueryData(queryKey, (albums) =>
        albums?.map((album) => (album.featured ? { ...album, featured_position: album_ids.indexOf(album.id) } : album)),
      );
      return before;
    },
    onSuccess: (_, __, before) => toast({ message: "The new order is saved", onUndo: () => reorder.mutate(before) }),
    onError: (error) => toast({ tone: "error", message: reorderRefusal(error) }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return reorder.mutate;
}

export function featuredAlbums(albums: AdminAlbum[]): AdminAlbum[] {
  return albums
    .filter((album) => album.featured)
    .sort((one, other) => (one.featured_position ?? 0) - (other.featured_position ?? 0));
}

async function showIds(client: QueryClient, filter: PhotoFilter, ids: PhotoId[]): Promise<PhotoId[] | undefined> {
  const { queryKey } = photoIdsQuery(filter);
  // An answer that is on its way does not know of the change yet.
  await client.cancelQueries({ queryKey });
  const shownBefore = client.getQueryData(queryKey);
  client.setQueryData(queryKey, ids);
  return shownBefore;
}

function reorderRefusal(error: unknown): string {
  const isOutdated = error instanceof ApiError && (error.status === 409 || error.status === 422);
  if (isOutdated) return "This collection was changed in another window. It is shown as it is now; please move again.";
  return messageOf(error, "Failed to reorder");
}
