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

type Clearing = { ids: PhotoId[]; isBack?: boolean; turn?: Turn };

/** Undo collects the same photos again, in their old order. */
export function useClearQuickCollection() {
  const client = useQueryClient();
  const toast = useToast();
  const collected = photoIdsQuery(COLLECTIONS.quick_collection.filter);

  const clearing = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: ({ ids, isBack }: Clearing): Promise<unknown> =>
      isBack
        ? sendPhotos(ids, { action: "update", change: { quick_collection: true }, put_back: true })
        : call(curation.clearQuickCollection),
    onMutate: ({ ids, isBack }) => showNow(client, collected, () => (isBack ? ids : [])),
    onSuccess: (_, { ids, isBack = false, turn }) =>
      toast({
        message: "Quick collection cleared",
        turn,
        reverse: (turn): Promise<unknown> => clearing.mutateAsync({ ids, isBack: !isBack, turn }),
      }),
    onError: (error, { isBack }, before) => {
      client.setQueryData(collected.queryKey, before);
      const failure = `The quick collection could not be ${isBack ? "restored" : "cleared"}`;
      toast({ tone: "error", message: messageOf(error, failure) });
    },
    onSettled: (_, __, { ids }) => {
      refreshPhotos(client, ids);
      broadcastPhotoUpdated({ action: "updated", photo_ids: ids });
    },
  });
  return (ids: PhotoId[]) => clearing.mutate({ ids });
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
