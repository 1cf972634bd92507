import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../api/api-error.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import type { PhotoFilter } from "../data/library-cache.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { photoIdsQuery } from "../data/photos.api.ts";
import { useTrash } from "./trash.ts";

/** Of the photos that the filter shows, moves those to the trash whose file an earlier photo has. */
export function useTrashCopies() {
  const client = useQueryClient();
  const confirm = useConfirm();
  const toast = useToast();
  const { trash } = useTrash();
  return useMutation({
    mutationFn: async ({ duplicates: _, ...filter }: PhotoFilter) => {
      // As the library is now: another window may have moved some of them.
      const ids = await client.fetchQuery({ ...photoIdsQuery({ ...filter, copies: "1" }), staleTime: 0 });
      if (ids.length === 0) return toast({ message: "None of these is a copy of an earlier photo" });
      const confirmed = await confirm({
        title: "Delete copies",
        question:
          `Are you sure you want to delete ${ids.length === 1 ? "this copy" : `these ${countPhotos(ids.length)}`}? ` +
          "The first photo with each file stays in its albums. An album that shows only a copy loses it.",
        confirmLabel: "Move to trash",
      });
      if (confirmed) trash(ids);
    },
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The copies could not be found") }),
  });
}
