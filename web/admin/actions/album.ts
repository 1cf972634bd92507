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

export const useReorderAlbumPhotos = ({ slug, title }: Pick<AdminAlbum, "slug" | "title">) =>
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

type Removal = {
  ids: PhotoId[];
  /** What an undo puts back. */
  back?: Before;
  turn?: Turn;
};
type Before = {
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

  const removal = useMutation({
    mutationKey: PHOTO_MUTATION,
    mutationFn: async ({ ids, back }: Removal) => {
      const [photoId] = ids;
      if (back) await addAgain(album, ids, back);
      else if (ids.length === 1) await call(removeAlbumPhoto, { params: { slug, photoId } });
      else await sendPhotos(ids, { action: "remove_from_album", album_id: album.id });
    },
    onMutate: async ({ ids, back }) => {
      const photos = ids.flatMap((id) => knownPhoto(client, id) ?? []);
      const order = await showNow(
        client,
        shownPhotos,
        (shown) => back?.order ?? shown.filter((id) => !ids.includes(id)),
      );
      return { photos, order };
    },
    onSuccess: (_, { ids, back, turn }, { photos, order = [] }) =>
      toast({
        message: `${describePhotos(client, ids)} removed from ${title}`,
        note: STAYS_IN_LIBRARY,
        turn,
        reverse: (turn): Promise<unknown> =>
          removal.mutateAsync({ ids, turn, ...(!back && { back: { photos, order } }) }),
      }),
    onError: (error, { back }, before) => {
      client.setQueryData(shownPhotos.queryKey, before?.order);
      const failure = back ? "The photos could not be put back into the album" : "Failed to delete photo";
      toast({ tone: "error", message: messageOf(error, failure) });
    },
    onSettled: (_, error, { ids, back }) => {
      refreshPhotos(client, ids);
      broadcastPhotoUpdated({ action: error || back ? "updated" : "removedFromAlbum", photo_ids: ids });
    },
  });
  return removal;
}

async function addAgain({ id }: AdminAlbum, ids: PhotoId[], { photos }: Before): Promise<void> {
  const known = new Set(photos.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  const steps = [
    ...undoSteps(photos, [{ outOfAlbum: id }]),
    ...(unknown.length > 0 ? [{ ids: unknown, edit: { toAlbum: id, from: "home" as const } }] : []),
  ];
  for (const step of steps) {
    const action = bulkActionFor(step.edit);
    await sendPhotos(step.ids, action.action === "update" ? { ...action, put_back: true } : action);
  }
}
