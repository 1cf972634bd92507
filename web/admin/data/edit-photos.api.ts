import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import { type AdminPhoto, bulkPhotos, listPhotoIds, type PhotoId, updatePhoto } from "../../../contract/photos.ts";
import { isSignedOut, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { albumsQuery } from "./albums.api.ts";
import { COLLECTIONS, type Collection, FLAGS } from "./collections.ts";
import {
  bulkBodyOf,
  type EditStep,
  editedPhoto,
  FIELD_WORDS,
  fieldOf,
  fieldsBefore,
  type PhotoEdit,
  stepsIntoAlbum,
  tellEdit,
  undoSteps,
} from "./photo-edits.ts";
import { broadcastPhotoUpdated, PHOTO_MUTATION } from "./photo-updated.ts";
import { knownPhoto, type PhotoFilter, photoKey, photoQuery } from "./photos.api.ts";

/** Edits photos: shows at once, goes back with a message when the server refuses, and can be undone. */
export function useEditPhotos() {
  const client = useQueryClient();
  const toast = useToast();
  const confirm = useConfirm();

  const mutation = useMutation({
    mutationKey: PHOTO_MUTATION,
    // One after the other: of two changes to a photo the later one must win on the server too.
    scope: { id: "photos" },
    mutationFn: async ({ steps, orders = [] }: Editing) => {
      const ordersBefore = await readOrders(steps);
      await sendSteps(client, steps);
      await restoreOrders(orders);
      return ordersBefore;
    },
    onMutate: async ({ steps }) => {
      await stopReading(client, idsOf(steps));
      const before = new Map(steps.flatMap((step) => showEdit(client, step)).reverse());
      return { before: [...before.values()] };
    },
    onError: (error, { steps }, shown) => {
      for (const photo of shown?.before ?? []) {
        for (const { edit } of steps) patchPhoto(client, photo.id, (now) => ({ ...now, ...fieldsBefore(photo, edit) }));
      }
      const step = steps.at(-1);
      if (step) toast({ tone: "error", message: failureMessage(error, step.edit) });
    },
    onSuccess: (orders, { steps, message }, { before }) => {
      const isKnown = before.length === idsOf(steps).length;
      const edits = steps.map(({ edit }) => edit);
      const undo = () => mutation.mutate({ steps: undoSteps(before, edits), orders, message: null });
      toast(message === null ? { message: "Undone" } : { message, onUndo: isKnown ? undo : undefined });
    },
    onSettled: (_data, error, { steps }) => {
      const ids = idsOf(steps);
      const photo = ids.length === 1 && ids[0] !== undefined ? knownPhoto(client, ids[0]) : undefined;
      // One photo came back with the answer; of several it is not known what the server made of each.
      if (error || ids.length > 1) refetchPhotos(client, ids);
      broadcastPhotoUpdated({ action: "updated", photo_ids: ids, photo });
    },
  });

  const edit = async (ids: PhotoId[], edit: PhotoEdit) => {
    if (await canGoOn(client, confirm, ids, edit)) {
      mutation.mutate({ steps: [{ ids, edit }], message: tellEdit(edit, ids.length) });
    }
  };
  const moveToAlbum = async (ids: PhotoId[], album: AdminAlbum) => {
    if (await canGoOn(client, confirm, ids, { change: { album_id: album.id } })) {
      const count = ids.length === 1 ? "1 photo" : `${ids.length.toLocaleString("en")} photos`;
      await mutation
        .mutateAsync({ steps: stepsIntoAlbum(ids, album), message: `${count} added to ${album.title}` })
        // Told by onError already.
        .catch(() => {});
    }
  };
  return { edit, moveToAlbum, status: mutation.status };
}

/** `message` is null for an undo, which is not undone in turn. */
type Editing = { steps: EditStep[]; orders?: CollectionOrder[]; message: string | null };
type CollectionOrder = { collection: Collection; ids: PhotoId[] };

const idsOf = (steps: EditStep[]) => [...new Set(steps.flatMap((step) => step.ids))];

/** An answer that is on its way was read before the change, and would undo it on screen. */
export async function stopReading(client: QueryClient, ids: PhotoId[]): Promise<void> {
  const changing = new Set<unknown>(ids);
  await client.cancelQueries({ queryKey: ["photo-ids"] });
  await client.cancelQueries({
    queryKey: ["photo"],
    predicate: ({ queryKey, state }) => state.data !== undefined && changing.has(queryKey[1]),
  });
}

/** Undo needs to know how every photo was. Beyond what is sensible to load, it asks first instead. */
async function canGoOn(
  client: QueryClient,
  confirm: ReturnType<typeof useConfirm>,
  ids: PhotoId[],
  edit: PhotoEdit,
): Promise<boolean> {
  const unknown = ids.filter((id) => !knownPhoto(client, id));
  if (unknown.length === 0) return true;
  if (ids.length <= PAGE_MAX_PHOTOS) {
    await Promise.allSettled(unknown.map((id) => client.ensureQueryData(photoQuery(id))));
    return true;
  }
  return confirm({
    title: `Change ${FIELD_WORDS[fieldOf(edit)]}`,
    question: `Change the ${FIELD_WORDS[fieldOf(edit)]} of ${ids.length.toLocaleString("en")} photos? This cannot be undone.`,
    confirmLabel: "Change all",
  });
}

export function refetchPhotos(client: QueryClient, ids: PhotoId[]): void {
  const changed = new Set<unknown>(ids);
  void client.invalidateQueries({ queryKey: ["photo"], predicate: ({ queryKey }) => changed.has(queryKey[1]) });
}

async function sendSteps(client: QueryClient, steps: EditStep[]): Promise<void> {
  for (const { ids, edit } of steps) {
    const [id] = ids;
    if (ids.length === 1 && id !== undefined && "change" in edit) {
      const { photo } = await call(updatePhoto, { params: { id }, body: edit.change });
      // With another change on its way, this answer is older than what is on screen.
      if (client.isMutating({ mutationKey: PHOTO_MUTATION }) === 1) client.setQueryData(photoKey(id), photo);
      continue;
    }
    const { unchanged } = await call(bulkPhotos, { body: bulkBodyOf(ids, edit) });
    const [refused] = unchanged;
    if (refused) throw new Error(`${refused.message} (${unchanged.length} of ${ids.length} photos)`);
  }
}

const flagsTakenBy = (edit: PhotoEdit) => ("change" in edit ? FLAGS.filter((flag) => edit.change[flag] === false) : []);

/** How the collections stand that photos are about to leave: Undo puts them back where they were. */
async function readOrders(steps: EditStep[]): Promise<CollectionOrder[]> {
  const left = steps.flatMap(({ edit }) => flagsTakenBy(edit)).map((flag) => COLLECTIONS[flag]);
  return Promise.all(
    left.map(async (collection) => ({ collection, ids: (await call(listPhotoIds, { query: collection.filter })).ids })),
  );
}

async function restoreOrders(orders: CollectionOrder[]): Promise<void> {
  for (const { collection, ids } of orders) {
    // Refused where the collection changed meanwhile; the photos are in it again all the same, at its end.
    await call(collection.reorder, { body: { photo_ids: ids } }).catch(() => {});
  }
}

/** Shows an edit before it is sent. Gives the photos as they were, those that are loaded. */
function showEdit(client: QueryClient, { ids, edit }: EditStep): [PhotoId, AdminPhoto][] {
  const albums = client.getQueryData(albumsQuery.queryKey) ?? [];
  const before: [PhotoId, AdminPhoto][] = [];
  for (const id of ids) {
    const photo = knownPhoto(client, id);
    if (!photo) continue;
    before.push([id, photo]);
    patchPhoto(client, id, (now) => editedPhoto(now, edit, albums));
  }
  if ("change" in edit) {
    const isLeaving = (filter: PhotoFilter) => flagsTakenBy(edit).some((flag) => filter[flag] === "1");
    takeFromLists(client, ids, isLeaving);
  }
  return before;
}

function patchPhoto(client: QueryClient, id: PhotoId, patch: (photo: AdminPhoto) => AdminPhoto): void {
  client.setQueryData<AdminPhoto>(photoKey(id), (photo) => photo && patch(photo));
}

/** Takes photos out of those lists at once; the refresh that follows puts them back if the server refused. */
export function takeFromLists(client: QueryClient, ids: PhotoId[], isLeaving: (filter: PhotoFilter) => boolean): void {
  const leaving = new Set(ids);
  client.setQueriesData<PhotoId[]>(
    {
      queryKey: ["photo-ids"],
      // Every query under this key is keyed by its filter.
      predicate: ({ queryKey }) => isLeaving((queryKey[1] ?? {}) as PhotoFilter),
    },
    (list) => list?.filter((id) => !leaving.has(id)),
  );
}

function failureMessage(error: unknown, edit: PhotoEdit): string {
  const message = messageOf(error, "The server gave no reason");
  return isSignedOut(error) ? message : `Failed to update ${FIELD_WORDS[fieldOf(edit)]}: ${message}`;
}
