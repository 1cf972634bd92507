import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type AdminAlbum,
  getAdminAlbum,
  listAlbumPhotos,
  removeAlbumPhoto,
  reorderAlbumPhotos,
} from "../../../contract/albums.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { ApiError, failedWith, isSignedOut, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { describePhotos } from "./describe-photos.ts";
import { knownPhoto, PHOTO_MUTATION, refreshPhotos, rememberPhotos } from "./library-cache.ts";
import { bulkActionFor, undoSteps } from "./photo-edits.ts";
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

export function useRemoveFromAlbum(album: AdminAlbum) {
  const client = useQueryClient();
  const toast = useToast();
  const putBack = usePutBackIntoAlbum(album);
  const { slug, title } = album;
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: (ids: PhotoId[]) =>
      sendPhotos(ids, { action: "remove_from_album", album_id: album.id }, async (photoId) => {
        await call(removeAlbumPhoto, { params: { slug, photoId } });
        return {};
      }),
    onMutate: async (ids) => {
      const photos = ids.flatMap((id) => knownPhoto(client, id) ?? []);
      const order = await showNow(client, albumPhotosQuery(slug), (shown) => shown.filter((id) => !ids.includes(id)));
      return { photos, order };
    },
    onSuccess: (_, ids, { photos, order = [] }) =>
      toast({
        message: `${ids.length === 1 ? "Photo" : `${ids.length} photos`} removed from ${title}. Still in the library.`,
        onUndo: () => putBack.mutate({ ids, photos, order }),
      }),
    onError: (error, _, before) => {
      client.setQueryData(albumPhotosQuery(slug).queryKey, before?.order);
      toast({ tone: "error", message: messageOf(error, "Failed to delete photo") });
    },
    onSettled: (_, error, photo_ids) => {
      refreshPhotos(client, photo_ids);
      broadcastPhotoUpdated({ action: error ? "updated" : "removedFromAlbum", photo_ids });
    },
  });
}

type Removed = {
  ids: PhotoId[];
  /** As they were. Those of a large album may no longer be loaded. */
  photos: AdminPhoto[];
  order: PhotoId[];
};

/** Undoes a removal: the server puts each photo back in its old place, and makes the album its home again if it was. */
function usePutBackIntoAlbum(album: AdminAlbum) {
  const client = useQueryClient();
  const toast = useToast();
  const { slug } = album;
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: async ({ ids, photos }: Removed) => {
      const known = new Set(photos.map(({ id }) => id));
      const unknown = ids.filter((id) => !known.has(id));
      const steps = [
        ...undoSteps(photos, [{ outOfAlbum: album.id }]),
        ...(unknown.length > 0 ? [{ ids: unknown, edit: { toAlbum: album.id, from: "home" as const } }] : []),
      ];
      for (const step of steps) {
        const action = bulkActionFor(step.edit);
        await sendPhotos(step.ids, action.action === "update" ? { ...action, put_back: true } : action);
      }
    },
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
