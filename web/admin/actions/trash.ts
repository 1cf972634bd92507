import { type Query, useMutation, useQueryClient } from "@tanstack/react-query";
import { listAlbumPhotos } from "../../../contract/albums.ts";
import { type AdminPhoto, listPhotoIds, type PhotoId } from "../../../contract/photos.ts";
import * as trash from "../../../contract/trash.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { rememberGone, reportGone } from "../data/gone-photos.ts";
import { PHOTO_MUTATION, refreshPhotos, rememberPhotos, stopReading, takeFromLists } from "../data/library-cache.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { broadcastPhotoUpdated } from "../data/photo-updated.ts";
import { requestIn } from "../data/query-key.ts";
import { sendPhotos } from "../data/send-photos.ts";
import { readTrash, trashedPhotoIds } from "../data/trash.api.ts";
import { describePhotos } from "./describe-photos.ts";
import { unlessDone } from "./lost-response.ts";

const isTrash = (query: Query) => requestIn(query.queryKey, listPhotoIds)?.query?.deleted === "1";

function isOutsideTrash({ queryKey }: Query): boolean {
  const filtered = requestIn(queryKey, listPhotoIds);
  return requestIn(queryKey, listAlbumPhotos) !== undefined || (!!filtered && filtered.query?.deleted !== "1");
}

/** How many of these photos the server has not moved yet. */
async function countRemaining(ids: PhotoId[], to: "trash" | "elsewhere"): Promise<number> {
  const trashed = new Set(await readTrash());
  return ids.filter((id) => trashed.has(id) !== (to === "trash")).length;
}

type Moved = { photo?: AdminPhoto; done: PhotoId[]; gone: PhotoId[] };

async function sendMove({ ids, to, isAll }: Moving): Promise<Moved> {
  if (isAll) return { done: (await call(trash.restoreTrash)).restored, gone: [] };
  const [action, single] =
    to === "trash" ? (["trash", trash.trashPhoto] as const) : (["restore", trash.restorePhoto] as const);
  return sendPhotos(ids, { action }, (id) => call(single, { params: { id } }));
}

type Moving = {
  ids: PhotoId[];
  to: "trash" | "elsewhere";
  /** Restores what the server finds in the trash; `ids` are those on screen. */
  isAll?: boolean;
  reversed?: { turn: Turn; what: string };
};

/** Moves photos to the trash and back. Each offers the other as its Undo. */
export function useTrash() {
  const client = useQueryClient();
  const toast = useToast();
  const confirm = useConfirm();

  const moving = useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: (move: Moving) =>
      unlessDone(() => sendMove(move), {
        remaining: () => countRemaining(move.ids, move.to),
        done: { done: move.ids, gone: [] },
      }),
    onMutate: async ({ ids, to }) => {
      await stopReading(client, ids);
      return takeFromLists(client, ids, to === "trash" ? isOutsideTrash : isTrash);
    },
    onSuccess: ({ done, gone }, { to, reversed }) => {
      reportGone(client, gone);
      if (done.length === 0) return;
      const what = reversed?.what ?? (to === "trash" ? "moved to trash" : "restored");
      const back = to === "trash" ? "elsewhere" : "trash";
      toast({
        message: `${describePhotos(client, done)} ${what}`,
        turn: reversed?.turn,
        reverse: (turn): Promise<unknown> => moving.mutateAsync({ ids: done, to: back, reversed: { turn, what } }),
      });
    },
    onError: (error, { ids, to }, rollBack) => {
      rollBack?.();
      if (to === "trash") return reportNotTrashed(ids);
      // biome-ignore lint/suspicious/noConsole: spec section 8, a failed restore is logged
      console.error("Failed to restore photo", error);
      const subject = `${describePhotos(client, ids)} ${ids.length === 1 ? "is" : "are"}`;
      toast({ tone: "error", message: `${subject} still in the trash: ${messageOf(error, "the restore failed")}` });
    },
    onSettled: (moved, error, { ids, to }) => {
      if (moved?.photo) rememberPhotos(client, [moved.photo]);
      else refreshPhotos(client, ids);
      const action = to === "trash" ? "movedToTrash" : "restored";
      broadcastPhotoUpdated({ action: error ? "updated" : action, photo_ids: ids, photo: moved?.photo });
    },
  });

  function reportNotTrashed(ids: PhotoId[]) {
    const message =
      ids.length === 1
        ? "Failed to move photo to trash. Please try again."
        : "Failed to move photos to trash. Please try again.";
    toast({ tone: "error", message, about: describePhotos(client, ids) });
  }

  const askAndTrash = async (ids: PhotoId[]) => {
    const isOne = ids.length === 1;
    const confirmed = await confirm({
      title: isOne ? "Delete photo" : `Delete ${countPhotos(ids.length)}`,
      question: isOne
        ? "Are you sure you want to delete this photo?"
        : `Are you sure you want to delete these ${countPhotos(ids.length)}?`,
      detail: isOne
        ? "It moves to the trash, and can be restored from there."
        : "They move to the trash, and can be restored from there.",
      confirmLabel: "Move to trash",
    });
    if (confirmed) moving.mutate({ ids, to: "trash" });
  };
  return {
    askAndTrash,
    trash: (ids: PhotoId[]) => moving.mutate({ ids, to: "trash" }),
    restore: (ids: PhotoId[]) => moving.mutate({ ids, to: "elsewhere" }),
    restoreAll: (ids: PhotoId[]) => moving.mutate({ ids, to: "elsewhere", isAll: true }),
  };
}

export function useDeletePermanently() {
  const client = useQueryClient();
  const toast = useToast();
  const confirm = useConfirm();
  const deletion = useMutation({
    mutationKey: PHOTO_MUTATION,
    // A restore that is requested later must not come first.
    scope: { id: "photos" },
    mutationFn: (ids: PhotoId[]) =>
      unlessDone(
        () =>
          sendPhotos(ids, { action: "delete_permanently" }, async (id) => {
            await call(trash.deletePhotoPermanently, { params: { id } });
            return {};
          }),
        { remaining: () => countRemaining(ids, "elsewhere"), done: { done: ids, gone: [], refused: [] } },
      ),
    onMutate: async (ids) => {
      await stopReading(client, ids);
      return { forget: rememberGone(ids), rollBack: takeFromLists(client, ids, isTrash) };
    },
    onSuccess: ({ done, gone, refused: [first] }, _, { forget }) => {
      forget();
      rememberGone(done);
      reportGone(client, gone);
      const were = done.length === 1 ? "was" : "were";
      if (done.length > 0) toast({ message: `${describePhotos(client, done)} ${were} permanently deleted` });
      if (first) toast({ tone: "error", message: first.message });
    },
    onError: (_, ids, shown) => {
      shown?.forget();
      shown?.rollBack();
      const message =
        ids.length === 1
          ? "Failed to permanently delete photo. Please try again."
          : "Failed to permanently delete photos. Please try again.";
      toast({ tone: "error", message, about: describePhotos(client, ids) });
    },
    onSettled: (_, __, ids) => broadcastPhotoUpdated({ action: "deleted", photo_ids: ids }),
  });

  /** Resolves to whether the owner has confirmed. */
  const askAndDelete = async (ids: PhotoId[], title: string): Promise<boolean> => {
    const question =
      ids.length === 1
        ? "Permanently delete this photo? This cannot be undone."
        : `Permanently delete these ${countPhotos(ids.length)}? This cannot be undone.`;
    const isConfirmed = await confirm({ title, question, confirmLabel: "Delete Forever" });
    if (isConfirmed) deletion.mutate(ids);
    return isConfirmed;
  };
  return { askAndDelete };
}

export function useEmptyTrash() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: PHOTO_MUTATION,
    scope: { id: "photos" },
    mutationFn: (ids: PhotoId[]) =>
      unlessDone(async () => (await call(trash.emptyTrash)).deleted_count, {
        remaining: async () => (await readTrash()).length,
        done: ids.length,
      }),
    onMutate: rememberGone,
    onSuccess: (deleted_count) => {
      client.setQueryData(trashedPhotoIds.queryKey, []);
      toast({ message: `Successfully deleted ${deleted_count} photos from trash` });
    },
    onError: (_, __, forget) => {
      forget?.();
      toast({ tone: "error", message: "Failed to empty trash. Please try again." });
    },
    onSettled: () => broadcastPhotoUpdated({ action: "deleted", photo_ids: [] }),
  });
}
