import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type AdminAlbum,
  getAdminAlbum,
  listAlbumPhotos,
  removeAlbumPhoto,
  reorderAlbumPhotos,
} from "../../../contract/albums.ts";
import { bulkPhotos, type PhotoId } from "../../../contract/photos.ts";
import { ApiError, isSignedOut, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { broadcastPhotoUpdated, PHOTO_MUTATION } from "./photo-updated.ts";
import { rememberPhotos } from "./photos.api.ts";

/** Only for an album that the list does not have: made in another window, or gone. */
export const albumQuery = (slug: string) =>
  queryOptions({
    queryKey: ["albums", slug],
    queryFn: async ({ signal }) => {
      try {
        return (await call(getAdminAlbum, { params: { slug }, signal })).album;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 404 || isSignedOut(error)) throw error;
        throw new ApiError(error.status, `Failed to fetch album: ${error.status}`);
      }
    },
  });

export const albumPhotosQuery = (slug: string) =>
  queryOptions({
    queryKey: ["photo-ids", { orderOf: slug }],
    queryFn: async ({ client, signal }) => {
      try {
        const { photos } = await call(listAlbumPhotos, { params: { slug }, signal });
        return rememberPhotos(client, photos);
      } catch (error) {
        if (!(error instanceof ApiError) || isSignedOut(error)) throw error;
        throw new ApiError(error.status, `Failed to fetch album photos: ${error.status} ${error.message}`);
      }
    },
  });

export function useReorderAlbumPhotos(slug: string) {
  const client = useQueryClient();
  const toast = useToast();
  const reorder = useMutation({
    mutationKey: PHOTO_MUTATION,
    // One after the other, so that the last order asked for is the one that stays.
    scope: { id: `album-order-${slug}` },
    mutationFn: (photo_ids: PhotoId[]) => call(reorderAlbumPhotos, { params: { slug }, body: { photo_ids } }),
    onMutate: (photo_ids) => showIds(client, slug, () => photo_ids),
    onSuccess: (_, __, shownBefore) =>
      toast({ message: "The new order is saved", onUndo: shownBefore && (() => reorder.mutate(shownBefore)) }),
    onError: (error) => toast({ tone: "error", message: reorderRefusal(error) }),
    // Also after a failure: the list is then shown as the server has it.
    onSettled: (_, __, photo_ids) => broadcastPhotoUpdated({ action: "reordered", photo_ids }),
  });
  return reorder;
}

export function useRemoveFromAlbum(slug: string) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: async (ids: PhotoId[]): Promise<void> => {
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) await call(removeAlbumPhoto, { params: { slug, photoId: id } });
      else await call(bulkPhotos, { body: { ids, action: "update", change: { album_id: null } } });
    },
    onMutate: (ids) => showIds(client, slug, (shown) => shown.filter((id) => !ids.includes(id))),
    onError: (error, _, shownBefore) => {
      client.setQueryData(albumPhotosQuery(slug).queryKey, shownBefore);
      toast({ tone: "error", message: messageOf(error, "Failed to delete photo") });
    },
    onSettled: (_, __, photo_ids) => broadcastPhotoUpdated({ action: "removedFromAlbum", photo_ids }),
  });
}

/** Undo of a removal: into the album again, and each to the place it had. */
export function usePutBackIntoAlbum(album: AdminAlbum) {
  const client = useQueryClient();
  const toast = useToast();
  const { slug } = album;
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: async ({ ids, order }: { ids: PhotoId[]; order: PhotoId[] }) => {
      await call(bulkPhotos, { body: { ids, action: "update", change: { album_id: album.id } } });
      await call(reorderAlbumPhotos, { params: { slug }, body: { photo_ids: order } });
    },
    onMutate: ({ order }) => showIds(client, slug, () => order),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "Failed to load album photos") }),
    onSettled: (_, __, { ids }) => broadcastPhotoUpdated({ action: "updated", photo_ids: ids }),
  });
}

/** Shows a change at once; gives what was shown before. */
async function showIds(client: QueryClient, slug: string, change: (shown: PhotoId[]) => PhotoId[]) {
  const { queryKey } = albumPhotosQuery(slug);
  // An answer that is on its way does not know of the change yet.
  await client.cancelQueries({ queryKey });
  const shownBefore = client.getQueryData(queryKey);
  client.setQueryData(queryKey, (shown) => shown && change(shown));
  return shownBefore;
}

function reorderRefusal(error: unknown): string {
  const isOutdated = error instanceof ApiError && (error.status === 409 || error.status === 422);
  if (isOutdated) return "This album was changed in another window. It is shown as it is now; please move again.";
  return messageOf(error, "Failed to reorder photos");
}
