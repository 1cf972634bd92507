import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type AdminAlbum,
  getAdminAlbum,
  listAlbumPhotos,
  removeAlbumPhoto,
  reorderAlbumPhotos,
} from "../../../contract/albums.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { ApiError, failedWith, isSignedOut, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { describePhotos } from "./describe-photos.ts";
import { PHOTO_MUTATION, refreshPhotos, rememberPhotos } from "./library-cache.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import { queryKey } from "./query-key.ts";
import { useReorder } from "./reorder.api.ts";
import { sendPhotos } from "./send-photos.ts";
import { showNow } from "./show-now.ts";

/** Only for an album that is not in the list: created in another window, or deleted. */
export const albumQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKey(getAdminAlbum, { params: { slug } }),
    queryFn: async ({ signal }) => {
      try {
        return (await call(getAdminAlbum, { params: { slug }, signal })).album;
      } catch (error) {
        if (!(error instanceof ApiError) || failedWith(error, "ALBUM_NOT_FOUND") || isSignedOut(error)) throw error;
        throw new ApiError(error.status, `Failed to fetch album: ${error.status}`, { code: error.code });
      }
    },
  });

export const albumPhotosQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKey(listAlbumPhotos, { params: { slug } }),
    queryFn: async ({ client, signal }) => {
      try {
        const { photos } = await call(listAlbumPhotos, { params: { slug }, signal });
        return rememberPhotos(client, photos);
      } catch (error) {
        const isUnreadable = error instanceof ApiError && error.status === 200;
        if (!(error instanceof ApiError) || isSignedOut(error) || isUnreadable) throw error;
        const { status, code, message } = error;
        throw new ApiError(status, `Failed to fetch album photos: ${status} ${message}`, { code });
      }
    },
  });

export const useReorderAlbumPhotos = ({ slug, title }: AdminAlbum) =>
  useReorder({
    mutationKey: PHOTO_MUTATION,
    scope: `album-order-${slug}`,
    query: albumPhotosQuery(slug),
    orderOf: (ids) => ids,
    inOrder: (_, order) => order,
    send: (photo_ids: PhotoId[]) => call(reorderAlbumPhotos, { params: { slug }, body: { photo_ids } }),
    name: title,
    subject: "This album was",
    fallback: "Failed to reorder photos",
    onSettled: (photo_ids) => broadcastPhotoUpdated({ action: "reordered", photo_ids }),
  });

export function useRemoveFromAlbum(slug: string) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: (ids: PhotoId[]) =>
      sendPhotos(ids, { action: "update", change: { album_id: null } }, async (photoId) => {
        await call(removeAlbumPhoto, { params: { slug, photoId } });
        return {};
      }),
    onMutate: (ids) => showNow(client, albumPhotosQuery(slug), (shown) => shown.filter((id) => !ids.includes(id))),
    onError: (error, _, before) => {
      client.setQueryData(albumPhotosQuery(slug).queryKey, before);
      toast({ tone: "error", message: messageOf(error, "Failed to delete photo") });
    },
    onSettled: (_, error, photo_ids) => {
      refreshPhotos(client, photo_ids);
      broadcastPhotoUpdated({ action: error ? "updated" : "removedFromAlbum", photo_ids });
    },
  });
}

/** Undoes a removal: the server puts each photo back in its old place. */
export function usePutBackIntoAlbum(album: AdminAlbum) {
  const client = useQueryClient();
  const toast = useToast();
  const { slug } = album;
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: ({ ids }: { ids: PhotoId[]; order: PhotoId[] }) =>
      sendPhotos(ids, { action: "update", change: { album_id: album.id }, put_back: true }),
    onMutate: ({ order }) => showNow(client, albumPhotosQuery(slug), () => order),
    onSuccess: (_, { ids }) => toast({ message: `Undone: ${describePhotos(client, ids)} removed from ${album.title}` }),
    onError: (error) =>
      toast({ tone: "error", message: messageOf(error, "The photos could not be put back into the album") }),
    onSettled: (_, __, { ids }) => {
      refreshPhotos(client, ids);
      broadcastPhotoUpdated({ action: "updated", photo_ids: ids });
    },
  });
}
