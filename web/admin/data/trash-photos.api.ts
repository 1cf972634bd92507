import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bulkPhotos, type PhotoId } from "../../../contract/photos.ts";
import { restorePhoto, trashPhoto } from "../../../contract/trash.ts";
import { call } from "../../api/call.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { refetchPhotos, stopReading, takeFromLists } from "./edit-photos.api.ts";
import { broadcastPhotoUpdated, PHOTO_MUTATION } from "./photo-updated.ts";
import { knownPhoto } from "./photos.api.ts";

/** Asks, moves photos to the trash at once, and offers to take it back. */
export function useTrashPhotos() {
  const client = useQueryClient();
  const toast = useToast();
  const confirm = useConfirm();
  const restore = useRestoreTrashed();

  const { mutate } = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: async (ids: PhotoId[]) => {
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) await call(trashPhoto, { params: { id } });
      else await call(bulkPhotos, { body: { ids, action: "trash" } });
    },
    onMutate: async (ids) => {
      await stopReading(client, ids);
      takeFromLists(client, ids, (filter) => filter.deleted !== "1");
    },
    onError: (_error, ids) =>
      toast({
        tone: "error",
        message:
          ids.length === 1
            ? "Failed to move photo to trash. Please try again."
            : "Failed to move photos to trash. Please try again.",
      }),
    onSuccess: (_, ids) =>
      toast({
        message: ids.length === 1 ? "Moved to trash" : `${ids.length.toLocaleString("en")} photos moved to trash`,
        onUndo: () => restore(ids),
      }),
    onSettled: (_data, error, ids) => {
      const [id] = ids;
      const photo = ids.length === 1 && id !== undefined ? knownPhoto(client, id) : undefined;
      broadcastPhotoUpdated({
        action: error ? "updated" : "movedToTrash",
        photo_ids: ids,
        photo: photo && !error ? { ...photo, deleted: true, album_id: null } : photo,
      });
      refetchPhotos(client, ids);
    },
  });

  return async (ids: PhotoId[]) => {
    const question =
      ids.length === 1
        ? "Are you sure you want to delete this photo?"
        : `Are you sure you want to delete these ${ids.length.toLocaleString("en")} photos?`;
    if (await confirm({ title: "Move to trash", question, confirmLabel: "Move to trash" })) mutate(ids);
  };
}

/** Back from the trash, into the albums they came from. */
function useRestoreTrashed() {
  const toast = useToast();
  const { mutate } = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: async (ids: PhotoId[]) => {
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) await call(restorePhoto, { params: { id } });
      else await call(bulkPhotos, { body: { ids, action: "restore" } });
    },
    onSuccess: (_, ids) =>
      toast({ message: ids.length === 1 ? "Restored" : `${ids.length.toLocaleString("en")} photos restored` }),
    onError: () =>
      toast({ tone: "error", message: "The photos could not be restored. They are in the trash; try again there." }),
    onSettled: (_data, _error, ids) => broadcastPhotoUpdated({ action: "restored", photo_ids: ids }),
  });
  return mutate;
}
