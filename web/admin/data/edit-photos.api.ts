import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type AdminAlbum, listAlbumPhotos } from "../../../contract/albums.ts";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import { type AdminPhoto, listPhotoIds, type PhotoId, updatePhoto } from "../../../contract/photos.ts";
import { isSignedOut, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { albumsQuery } from "./albums.api.ts";
import { FLAGS } from "./collections.ts";
import { describePhotos } from "./describe-photos.ts";
import { describeLeaving, leavingAlbum, leavingQuestion } from "./leave-album.ts";
import {
  knownPhoto,
  PHOTO_MUTATION,
  patchPhoto,
  refreshPhotos,
  rememberPhotos,
  stopReading,
  takeFromLists,
} from "./library-cache.ts";
import {
  bulkActionFor,
  countPhotos,
  describeEdit,
  type EditStep,
  editedPhoto,
  fieldOf,
  fieldsTouched,
  type PhotoEdit,
  undoSteps,
  wordFor,
} from "./photo-edits.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import { photoQuery } from "./photos.api.ts";
import { requestIn } from "./query-key.ts";
import { sendPhotos } from "./send-photos.ts";

type EditOptions = {
  /** The panel says next to each field what became of it; everywhere else a message does. */
  isQuiet?: boolean;
};

/** Edits photos: shows the edit immediately, rolls it back with a message if the server refuses, and offers Undo. */
export function useEditPhotos({ isQuiet = false }: EditOptions = {}) {
  const client = useQueryClient();
  const toast = useToast();
  const confirm = useConfirm();

  const mutation = useMutation({
    mutationKey: PHOTO_MUTATION,
    // One at a time: of two changes to a photo, the later must win on the server too.
    scope: { id: "photos" },
    mutationFn: ({ steps, isUndo }: Editing) => sendSteps(client, steps, isUndo === true),
    onMutate: async ({ steps }) => {
      await stopReading(client, idsOf(steps));
      const before = new Map(steps.flatMap((step) => showEdit(client, step)).reverse());
      return { before: [...before.values()] };
    },
    onError: (error, { steps }, shown) => {
      for (const photo of shown?.before ?? []) {
        for (const { edit } of steps)
          patchPhoto(client, photo.id, (now) => ({ ...now, ...fieldsTouched(photo, edit) }));
      }
      const step = steps.at(-1);
      const about = describePhotos(client, idsOf(steps));
      if (step) toast({ tone: "error", message: failureMessage(error, step.edit), about });
    },
    onSuccess: (_, { steps, message, isUndo, isQuiet }, { before }) => {
      const isKnown = before.length === idsOf(steps).length;
      const edits = steps.map(({ edit }) => edit);
      const undo = () =>
        mutation.mutate({ steps: undoSteps(before, edits), message: `Undone: ${message}`, isUndo: true });
      toast({ message, isQuiet, onUndo: isKnown && !isUndo ? undo : undefined });
    },
    onSettled: (_data, error, { steps, isUndo }) => {
      const ids = idsOf(steps);
      const [first] = ids;
      const photo = ids.length === 1 && first !== undefined ? knownPhoto(client, first) : undefined;
      // Only the call for a single photo answers with the photo.
      if (error || ids.length > 1 || isUndo) refreshPhotos(client, ids);
      broadcastPhotoUpdated({ action: "updated", photo_ids: ids, photo });
    },
  });

  const edit = async (ids: PhotoId[], edit: PhotoEdit) => {
    if (!(await mayEdit(client, confirm, ids, edit))) return;
    const photos = ids.map((id) => knownPhoto(client, id)).filter((photo) => photo !== undefined);
    const leaving = leavingAlbum(photos, edit, client.getQueryData(albumsQuery.queryKey) ?? []);
    // Spec section 4: a photo leaves its album only after a confirmation.
    if (leaving && !(await confirm(leavingQuestion(leaving)))) return;
    const subject = describePhotos(client, ids);
    const message = leaving ? describeLeaving(leaving, ids.length) : describeEdit(edit, subject);
    mutation.mutate({ steps: [{ ids, edit }], message, isQuiet: isQuiet && !leaving });
  };
  const changeAlbum = async (ids: PhotoId[], edit: PhotoEdit, done: string) => {
    if (!(await mayEdit(client, confirm, ids, edit))) return;
    const message = `${describePhotos(client, ids)} ${done}`;
    await mutation.mutateAsync({ steps: [{ ids, edit }], message, isQuiet }).catch(() => {});
  };
  /** They stay in their other albums. Resolves when done; a refusal has been reported by then. */
  const addToAlbum = (ids: PhotoId[], album: AdminAlbum) =>
    changeAlbum(ids, { toAlbum: album.id }, `added to ${album.title}`);
  /** Out of the album they are looked at in, else each out of its home. */
  const moveToAlbum = (ids: PhotoId[], album: AdminAlbum, from?: AdminAlbum) =>
    changeAlbum(ids, { toAlbum: album.id, from: from?.id ?? "home" }, `moved to ${album.title}`);
  const removeFromAlbum = (ids: PhotoId[], album: AdminAlbum) =>
    changeAlbum(ids, { outOfAlbum: album.id }, `removed from ${album.title}`);
  return { edit, addToAlbum, moveToAlbum, removeFromAlbum, status: mutation.status, forgetStatus: mutation.reset };
}

/** An undo cannot itself be undone. */
type Editing = { steps: EditStep[]; message: string; isUndo?: boolean; isQuiet?: boolean };

const idsOf = (steps: EditStep[]) => [...new Set(steps.flatMap((step) => step.ids))];

/** Undo needs every photo as it was. With too many to load, asks for confirmation instead. */
async function mayEdit(
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
  const word = wordFor(fieldOf(edit));
  return confirm({
    title: `Change ${word}`,
    question: `Change the ${word} of ${countPhotos(ids.length)}? This cannot be undone.`,
    confirmLabel: "Change all",
  });
}

async function sendSteps(client: QueryClient, steps: EditStep[], isUndo: boolean): Promise<void> {
  for (const { ids, edit } of steps) {
    const single =
      "change" in edit && !isUndo
        ? (id: PhotoId) => call(updatePhoto, { params: { id }, body: edit.change })
        : undefined;
    const bulk = bulkActionFor(edit);
    // Undo puts photos back in their old places; only the bulk call can.
    const action = isUndo && bulk.action === "update" ? { ...bulk, put_back: true } : bulk;
    const { photo, refused } = await sendPhotos(ids, action, single);
    const [first] = refused;
    if (first) throw new Error(`${first.message} (${refused.length} of ${countPhotos(ids.length)})`);
    // While another change is pending, this answer is older than what is on screen.
    if (photo && client.isMutating({ mutationKey: PHOTO_MUTATION }) === 1) rememberPhotos(client, [photo]);
  }
}

const flagsRemovedBy = (edit: PhotoEdit) =>
  "change" in edit ? FLAGS.filter((flag) => fieldOf(edit) === flag && Object.values(edit.change)[0] === false) : [];

/** Shows an edit before it is sent. Returns the loaded photos as they were. */
function showEdit(client: QueryClient, { ids, edit }: EditStep): [PhotoId, AdminPhoto][] {
  const albums = client.getQueryData(albumsQuery.queryKey) ?? [];
  const before: [PhotoId, AdminPhoto][] = [];
  for (const id of ids) {
    const photo = knownPhoto(client, id);
    if (!photo) continue;
    before.push([id, photo]);
    patchPhoto(client, id, (now) => editedPhoto(now, edit, albums));
  }
  const left = flagsRemovedBy(edit);
  const leftAlbum = albums.find(({ id }) => id === albumLeftBy(edit));
  // The reload that follows puts them back if the server refuses.
  takeFromLists(
    client,
    ids,
    ({ queryKey }) =>
      left.some((flag) => requestIn(queryKey, listPhotoIds)?.query?.[flag] === "1") ||
      (leftAlbum !== undefined && requestIn(queryKey, listAlbumPhotos)?.params?.slug === leftAlbum.slug),
  );
  return before;
}

function albumLeftBy(edit: PhotoEdit) {
  if ("outOfAlbum" in edit) return edit.outOfAlbum;
  return "toAlbum" in edit && edit.from !== edit.toAlbum ? edit.from : undefined;
}

function failureMessage(error: unknown, edit: PhotoEdit): string {
  const message = messageOf(error, "The server gave no reason");
  return isSignedOut(error) ? message : `Failed to update ${wordFor(fieldOf(edit))}: ${message}`;
}
