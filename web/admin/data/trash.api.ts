import { type Query, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listAlbumPhotos } from "../../../contract/albums.ts";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import { type AdminPhoto, listPhotoIds, listPhotos, type PhotoId } from "../../../contract/photos.ts";
import * as trash from "../../../contract/trash.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { describePhotos } from "./describe-photos.ts";
import { PHOTO_MUTATION, refreshPhotos, rememberPhotos, stopReading, takeFromLists } from "./library-cache.ts";
import { countPhotos } from "./photo-edits.ts";
import { photoName } from "./photo-name.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import { queryKey, requestIn } from "./query-key.ts";
import { sendPhotos } from "./send-photos.ts";

const TRASH_KEY = queryKey(listPhotos, { query: { deleted: "1" } });

export const trashedPhotoIds = queryOptions({
  queryKey: TRASH_KEY,
  queryFn: async ({ client, signal }) => {
    try {
      return await loadTrash(client, signal);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: spec section 8, a failed trash fetch is only logged
      console.error("Failed to fetch the trash", error);
      throw error;
    }
  },
});

/** In parts, and the first load shows each as it arrives: no one waits for a trash of thousands. */
async function loadTrash(client: QueryClient, signal: AbortSignal): Promise<PhotoId[]> {
  const isFirst = client.getQueryData(TRASH_KEY) === undefined;
  const ids: PhotoId[] = [];
  let cursor: string | undefined;
  do {
    const query = { deleted: "1" as const, limit: PAGE_MAX_PHOTOS, cursor };
    const { photos, next_cursor } = await call(listPhotos, { query, signal });
    ids.push(...rememberPhotos(client, photos));
    cursor = next_cursor ?? undefined;
    if (cursor !== undefined && isFirst) client.setQueryData(TRASH_KEY, [...ids]);
  } while (cursor !== undefined);
  return ids;
}

const isTrash = (query: Query) => requestIn(query.queryKey, listPhotos)?.query?.deleted === "1";

function isOutsideTrash({ queryKey }: Query): boolean {
  const filtered = requestIn(queryKey, listPhotoIds);
  return requestIn(queryKey, listAlbumPhotos) !== undefined || (!!filtered && filtered.query?.deleted !== "1");
}

type Moving = { ids: PhotoId[]; isUndo?: boolean };

/** Moves photos to the trash and back. Each offers the other as its Undo. */
export function useTrash() {
  const client = useQueryClient();
  const toast = useToast();
  const confirm = useConfirm();

  const trashing = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: ({ ids }: Moving) =>
      sendPhotos(ids, { action: "trash" }, (id) => call(trash.trashPhoto, { params: { id } })),
    onMutate: async ({ ids }) => {
      await stopReading(client, ids);
      return takeFromLists(client, ids, isOutsideTrash);
    },
    onSuccess: (_, { ids, isUndo }) =>
      toast({
        message: isUndo
          ? `Undone: ${describePhotos(client, ids)} restored`
          : `${describePhotos(client, ids)} moved to trash`,
        onUndo: isUndo ? undefined : () => restoring.mutate({ ids, isUndo: true }),
      }),
    onError: (_error, { ids }, putBack) => {
      putBack?.();
      const message =
        ids.length === 1
          ? "Failed to move photo to trash. Please try again."
          : "Failed to move photos to trash. Please try again.";
      toast({ tone: "error", message, about: describePhotos(client, ids) });
    },
    onSettled: (moved, error, { ids }) => finish(error ? "updated" : "movedToTrash", ids, moved?.photo),
  });

  const restoring = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: ({ ids }: Moving) =>
      sendPhotos(ids, { action: "restore" }, (id) => call(trash.restorePhoto, { params: { id } })),
    onMutate: async ({ ids }) => {
      await stopReading(client, ids);
      return takeFromLists(client, ids, isTrash);
    },
    onSuccess: (_, { ids, isUndo }) =>
      toast({
        message: isUndo
          ? `Undone: ${describePhotos(client, ids)} moved to trash`
          : `${describePhotos(client, ids)} restored`,
        onUndo: isUndo ? undefined : () => trashing.mutate({ ids, isUndo: true }),
      }),
    onError: (error, { ids }, putBack) => {
      putBack?.();
      // biome-ignore lint/suspicious/noConsole: spec section 8, a failed restore is logged
      console.error("Failed to restore photo", error);
      const subject = `${describePhotos(client, ids)} ${ids.length === 1 ? "is" : "are"}`;
      toast({ tone: "error", message: `${subject} still in the trash: ${messageOf(error, "the restore failed")}` });
    },
    onSettled: (moved, error, { ids }) => finish(error ? "updated" : "restored", ids, moved?.photo),
  });

  function finish(action: "updated" | "movedToTrash" | "restored", ids: PhotoId[], photo?: AdminPhoto) {
    if (photo) rememberPhotos(client, [photo]);
    else refreshPhotos(client, ids);
    broadcastPhotoUpdated({ action, photo_ids: ids, photo });
  }

  const askAndTrash = async (ids: PhotoId[]) => {
    const question =
      ids.length === 1
        ? "Are you sure you want to delete this photo?"
        : `Are you sure you want to delete these ${countPhotos(ids.length)}?`;
    if (await confirm({ title: "Move to trash", question, confirmLabel: "Move to trash" })) trashing.mutate({ ids });
  };
  return {
    askAndTrash,
    trash: (ids: PhotoId[]) => trashing.mutate({ ids }),
    restore: (ids: PhotoId[]) => restoring.mutate({ ids }),
  };
}

export function useDeletePermanently() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: (photo: AdminPhoto) => call(trash.deletePhotoPermanently, { params: { id: photo.id } }),
    onMutate: async (photo) => {
      await stopReading(client, [photo.id]);
      return takeFromLists(client, [photo.id], isTrash);
    },
    onSuccess: (_, photo) => toast({ message: `${photoName(photo)} was permanently deleted` }),
    onError: (_, photo, putBack) => {
      putBack?.();
      toast({
        tone: "error",
        message: "Failed to permanently delete photo. Please try again.",
        about: photoName(photo),
      });
    },
    onSettled: (_, __, photo) => broadcastPhotoUpdated({ action: "deleted", photo_ids: [photo.id] }),
  });
}

export function useDeleteManyPermanently() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: (ids: PhotoId[]) => sendPhotos(ids, { action: "delete_permanently" }),
    onMutate: async (ids) => {
      await stopReading(client, ids);
      return takeFromLists(client, ids, isTrash);
    },
    onSuccess: (_, ids) => toast({ message: `${countPhotos(ids.length)} permanently deleted` }),
    onError: (_, ids, putBack) => {
      putBack?.();
      const message = "Failed to permanently delete photos. Please try again.";
      toast({ tone: "error", message, about: countPhotos(ids.length) });
    },
    onSettled: (_, __, ids) => broadcastPhotoUpdated({ action: "deleted", photo_ids: ids }),
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
