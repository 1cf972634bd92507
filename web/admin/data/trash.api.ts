import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type AdminPhoto, listPhotos, type PhotoId } from "../../../contract/photos.ts";
import * as trash from "../../../contract/trash.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { broadcastPhotoUpdated, PHOTO_MUTATION } from "./photo-updated.ts";
import { rememberPhotos } from "./photos.api.ts";

export const trashedPhotoIds = queryOptions({
  queryKey: ["photo-ids", { deleted: "1" }],
  queryFn: async ({ client, signal }) => {
    try {
      const { photos } = await call(listPhotos, { query: { deleted: "1" }, signal });
      return rememberPhotos(client, photos);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: spec section 8, a failed trash fetch is only logged
      console.error("Failed to fetch the trash", error);
      throw error;
    }
  },
});

/** Back to where it came from; Undo puts it into the trash again. */
export function useRestorePhoto() {
  const client = useQueryClient();
  const toast = useToast();
  const trashPhoto = useTrashPhoto();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: (photo: AdminPhoto) => call(trash.restorePhoto, { params: { id: photo.id } }),
    onMutate: (photo) => takeOffScreen(client, [photo.id]),
    onSuccess: ({ photo, message }) => {
      rememberPhotos(client, [photo]);
      toast({ message, onUndo: () => trashPhoto.mutate(photo.id) });
    },
    onError: (error, photo, shownBefore) => {
      client.setQueryData(trashedPhotoIds.queryKey, shownBefore);
      // biome-ignore lint/suspicious/noConsole: spec section 8, a failed restore is logged
      console.error("Failed to restore photo", error);
      toast({ tone: "error", message: `${photo.title} is still in the trash: ${error.message}` });
    },
    onSettled: (_, __, photo) => broadcastPhotoUpdated({ action: "restored", photo_ids: [photo.id] }),
  });
}

/** Straight into the trash: for Undo, and for what the owner has just chosen to throw away. */
export function useTrashPhoto() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: (id: PhotoId) => call(trash.trashPhoto, { params: { id } }),
    onSuccess: ({ photo }) => rememberPhotos(client, [photo]),
    onError: () => toast({ tone: "error", message: "Failed to move photo to trash. Please try again." }),
    onSettled: (_, __, id) => broadcastPhotoUpdated({ action: "movedToTrash", photo_ids: [id] }),
  });
}

export function useDeletePermanently() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: (photo: AdminPhoto) => call(trash.deletePhotoPermanently, { params: { id: photo.id } }),
    onMutate: (photo) => takeOffScreen(client, [photo.id]),
    onSuccess: (_, photo) => toast({ message: `${photo.title} was deleted for ever` }),
    onError: (_, __, shownBefore) => {
      client.setQueryData(trashedPhotoIds.queryKey, shownBefore);
      toast({ tone: "error", message: "Failed to permanently delete photo. Please try again." });
    },
    onSettled: (_, __, photo) => broadcastPhotoUpdated({ action: "deleted", photo_ids: [photo.id] }),
  });
}

export function useEmptyTrash() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: () => call(trash.emptyTrash),
    onSuccess: ({ deleted_count }) => {
      client.setQueryData(trashedPhotoIds.queryKey, []);
      toast({ message: `Successfully deleted ${deleted_count} photos from trash` });
    },
    onError: () => toast({ tone: "error", message: "Failed to empty trash. Please try again." }),
    onSettled: () => broadcastPhotoUpdated({ action: "deleted", photo_ids: [] }),
  });
}

/** Gives what was shown before, for when the server refuses. */
async function takeOffScreen(client: QueryClient, gone: PhotoId[]): Promise<PhotoId[] | undefined> {
  // An answer that is on its way still has them.
  await client.cancelQueries({ queryKey: trashedPhotoIds.queryKey });
  const shownBefore = client.getQueryData(trashedPhotoIds.queryKey);
  client.setQueryData(trashedPhotoIds.queryKey, (ids) => ids?.filter((id) => !gone.includes(id)));
  return shownBefore;
}
