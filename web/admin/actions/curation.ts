import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlbumId } from "../../../contract/album-id.ts";
import * as curation from "../../../contract/curation.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { albumsQuery, announceAlbums, featuredAlbums } from "../data/albums.api.ts";
import { COLLECTIONS, type Collection } from "../data/collections.ts";
import { ALBUM_MUTATION, PHOTO_MUTATION, refreshPhotos } from "../data/library-cache.ts";
import { broadcastPhotoUpdated } from "../data/photo-updated.ts";
import { photoIdsQuery } from "../data/photos.api.ts";
import { sendPhotos } from "../data/send-photos.ts";
import { showNow } from "../data/show-now.ts";
import { useReorder } from "./reorder.ts";

export const useReorderCollection = ({ name, filter, reorder }: Collection) =>
  useReorder({
    mutationKey: PHOTO_MUTATION,
    scope: "photos",
    query: photoIdsQuery(filter),
    orderOf: (ids) => ids,
    inOrder: (_, order) => order,
    send: (photo_ids: PhotoId[]) => call(reorder, { body: { photo_ids } }),
    name,
    subject: "This collection was",
    fallback: "Failed to reorder photos",
    onSettled: (photo_ids) => broadcastPhotoUpdated({ action: "reordered", photo_ids }),
  });

type Collected = { ids: PhotoId[]; turn?: Turn };

/** Undo collects the same photos again, in their old order. */
export function useClearQuickCollection() {
  const client = useQueryClient();
  const toast = useToast();
  const collected = photoIdsQuery(COLLECTIONS.quick_collection.filter);
  const message = "Quick collection cleared";

  const collectAgain = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: ({ ids }: Collected) =>
      sendPhotos(ids, { action: "update", change: { quick_collection: true }, put_back: true }),
    onMutate: ({ ids }) => showNow(client, collected, () => ids),
    onSuccess: (_, { ids, turn }) =>
      toast({ message, turn, reverse: (turn): Promise<unknown> => clear.mutateAsync({ ids, turn }) }),
    onError: (error, _, before) => {
      client.setQueryData(collected.queryKey, before);
      toast({ tone: "error", message: messageOf(error, "The quick collection could not be restored") });
    },
    onSettled: (_, __, { ids }) => finish(ids),
  });
  const clear = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: (_: Collected) => call(curation.clearQuickCollection),
    onMutate: () => showNow(client, collected, () => []),
    onSuccess: (_, { ids, turn }) =>
      toast({ message, turn, reverse: (turn): Promise<unknown> => collectAgain.mutateAsync({ ids, turn }) }),
    onError: (error, _, before) => {
      client.setQueryData(collected.queryKey, before);
      toast({ tone: "error", message: messageOf(error, "The quick collection could not be cleared") });
    },
    onSettled: (_, __, { ids }) => finish(ids),
  });

  function finish(ids: PhotoId[]) {
    refreshPhotos(client, ids);
    broadcastPhotoUpdated({ action: "updated", photo_ids: ids });
  }
  return (ids: PhotoId[]) => clear.mutate({ ids });
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

export const useReorderFeaturedAlbums = () =>
  useReorder({
    mutationKey: ALBUM_MUTATION,
    scope: "featured-albums",
    query: albumsQuery,
    orderOf: (albums) => featuredAlbums(albums).map(({ id }) => id),
    inOrder: (albums, order) =>
      albums.map((album) => (album.featured ? { ...album, featured_position: order.indexOf(album.id) } : album)),
    send: (album_ids: AlbumId[]) => call(curation.reorderFeaturedAlbums, { body: { album_ids } }),
    name: "the featured albums",
    subject: "The featured albums were",
    fallback: "Failed to reorder albums",
    onSettled: announceAlbums,
  });
