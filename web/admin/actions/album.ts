import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type AdminAlbum, removeAlbumPhoto, reorderAlbumPhotos } from "../../../contract/albums.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { albumPhotosQuery } from "../data/album.api.ts";
import { knownPhoto, PHOTO_MUTATION, refreshPhotos } from "../data/library-cache.ts";
import { bulkActionFor, undoSteps } from "../data/photo-edits.ts";
import { broadcastPhotoUpdated } from "../data/photo-updated.ts";
import { sendPhotos } from "../data/send-photos.ts";
import { showNow } from "../data/show-now.ts";
import { describePhotos } from "./describe-photos.ts";
import { STAYS_IN_LIBRARY } from "./leave-album.ts";
import { useReorder } from "./reorder.ts";

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

type Removal = { ids: PhotoId[]; turn?: Turn };
/** What an undo puts back. */
type Removed = Required<Removal> & {
  /** As they were. Those of a large album may no longer be loaded. */
  photos: AdminPhoto[];
  order: PhotoId[];
};

/** An undo puts each photo back in its old place, and makes the album its home again if it was. */
export function useRemoveFromAlbum(album: AdminAlbum) {
  const client = useQueryClient();
  const toast = useToast();
  const { slug, title } = album;
  const shownPhotos = albumPhotosQuery(slug);
  const describe = (ids: PhotoId[]) => ({
    message: `${describePhotos(client, ids)} removed from ${title}`,
    note: STAYS_IN_LIBRARY,
  });

  const remove = useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: async ({ ids }: Removal) => {
      const [photoId] = ids;
      if (ids.length === 1) await call(removeAlbumPhoto, { params: { slug, photoId } });
      else await sendPhotos(ids, { action: "remove_from_album", album_id: album.id });
    },
    onMutate: async ({ ids }) => {
      const photos = ids.flatMap((id) => knownPhoto(client, id) ?? []);
      const order = await showNow(client, shownPhotos, (shown) => shown.filter((id) => !ids.includes(id)));
      return { photos, order };
    },
    onSuccess: (_, { ids, turn }, { photos, order = [] }) =>
      toast({
        ...describe(ids),
        turn,
        reverse: (turn): Promise<unknown> => addAgain.mutateAsync({ ids, photos, order, turn }),
      }),
    onError: (error, _, before) => {
      client.setQueryData(shownPhotos.queryKey, before?.order);
      toast({ tone: "error", message: messageOf(error, "Failed to delete photo") });
    },
    onSettled: (_, error, { ids }) => finish(error ? "updated" : "removedFromAlbum", ids),
  });

  const addAgain = useMutation({
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
    onMutate: ({ order }) => showNow(client, shownPhotos, () => order),
    onSuccess: (_, { ids, turn }) =>
      toast({ ...describe(ids), turn, reverse: (turn): Promise<unknown> => remove.mutateAsync({ ids, turn }) }),
    onError: (error, _, before) => {
      client.setQueryData(shownPhotos.queryKey, before);
      toast({ tone: "error", message: messageOf(error, "The photos could not be put back into the album") });
    },
    onSettled: (_, __, { ids }) => finish("updated", ids),
  });

  function finish(action: "updated" | "removedFromAlbum", ids: PhotoId[]) {
    refreshPhotos(client, ids);
    broadcastPhotoUpdated({ action, photo_ids: ids });
  }
  return remove;
}
