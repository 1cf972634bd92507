import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlbumId } from "../../../contract/album-id.ts";
import { type AdminAlbum, listAlbumPhotos } from "../../../contract/albums.ts";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import { type AdminPhoto, listPhotoIds, type PhotoId, updatePhoto } from "../../../contract/photos.ts";
import { isSignedOut, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { albumsQuery } from "../data/albums.api.ts";
import { FLAGS } from "../data/collections.ts";
import { reportGone } from "../data/gone-photos.ts";
import {
  knownPhoto,
  PHOTO_MUTATION,
  patchPhoto,
  refreshPhotos,
  rememberPhotos,
  stopReading,
  takeFromLists,
} from "../data/library-cache.ts";
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
} from "../data/photo-edits.ts";
import { broadcastPhotoUpdated } from "../data/photo-updated.ts";
import { photoQuery } from "../data/photos.api.ts";
import { requestIn } from "../data/query-key.ts";
import { type SaveResult, saveResultOf } from "../data/save-result.ts";
import { sendPhotos } from "../data/send-photos.ts";
import { describePhotos } from "./describe-photos.ts";
import { describeLeaving, leavingAlbum, leavingQuestion, movedFrom, removalQuestion } from "./leave-album.ts";

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
    mutationFn: ({ steps, turn }: Editing) => sendSteps(client, steps, turn !== undefined),
    onMutate: async ({ steps }) => {
      await stopReading(client, idsOf(steps));
      const shown = steps.map((step) => showEdit(client, step));
      const before = new Map(shown.flatMap((step) => step.before).reverse());
      return { before: [...before.values()], rollBack: shown.map((step) => step.rollBack) };
    },
    onError: (error, { steps }, shown) => {
      for (const photo of shown?.before ?? []) {
        for (const { edit } of steps)
          patchPhoto(client, photo.id, (now) => ({ ...now, ...fieldsTouched(photo, edit) }));
      }
      for (const rollBack of shown?.rollBack ?? []) rollBack();
      const step = steps.at(-1);
      const about = describePhotos(client, idsOf(steps));
      if (step) toast({ tone: "error", message: failureMessage(error, step.edit), about, topic: topicOf(steps) });
    },
    onSuccess: (gone, { steps, turn, isQuiet, ...said }, { before }) => {
      reportGone(client, gone);
      const done = idsOf(steps).filter((id) => !gone.includes(id));
      if (done.length === 0) return;
      const isKnown = before.length === idsOf(steps).length;
      const edits = steps.map(({ edit }) => edit);
      const reverse = (next: Turn) => mutation.mutateAsync({ steps: undoSteps(before, edits), ...said, turn: next });
      const message = said.describe(gone.length > 0 ? describePhotos(client, done) : said.subject);
      const { note } = said;
      toast({ message, note, turn, isQuiet, reverse: isKnown ? reverse : undefined, topic: topicOf(steps) });
    },
    onSettled: (_data, error, { steps, turn }) => {
      const ids = idsOf(steps);
      const [first] = ids;
      const photo = ids.length === 1 && first !== undefined ? knownPhoto(client, first) : undefined;
      // Only the call for a single photo responds with the photo.
      if (error || ids.length > 1 || turn) refreshPhotos(client, ids);
      broadcastPhotoUpdated({ action: "updated", photo_ids: ids, photo });
    },
  });

  const allAlbums = () => client.getQueryData(albumsQuery.queryKey) ?? [];
  const known = (ids: PhotoId[]) => ids.flatMap((id) => knownPhoto(client, id) ?? []);
  const describeMove = (ids: PhotoId[], to: AlbumId, from?: AlbumId) => {
    const albums = allAlbums();
    const left = movedFrom(known(ids), { to, from }, albums);
    const title = albums.find(({ id }) => id === to)?.title ?? "another album";
    return (subject: string) => `${subject} moved ${left ? `from ${left} ` : ""}to ${title}`;
  };
  const subjectOf = (ids: PhotoId[]) => describePhotos(client, ids);

  /** Never rejects: a refusal has been reported by then. */
  const edit = async (ids: PhotoId[], edit: PhotoEdit): Promise<SaveResult> => {
    if (!(await mayEdit(client, confirm, ids, edit))) return { isSaved: false };
    const steps = [{ ids, edit }];
    const leaving = leavingAlbum(known(ids), edit, allAlbums());
    if (leaving) {
      // Spec section 4: a photo leaves its album only after a confirmation.
      if (!(await confirm(leavingQuestion(leaving)))) return { isSaved: false };
      const { message, note } = describeLeaving(leaving, ids.length);
      return saveResultOf(mutation.mutateAsync({ steps, subject: subjectOf(ids), describe: () => message, note }));
    }
    const home = "change" in edit ? edit.change.album_id : undefined;
    // What a field says is enough for one photo. A change of many is easily made by mistake, and a move changes an album.
    const isSaidByField = isQuiet && ids.length === 1 && !home;
    const describe = home ? describeMove(ids, home) : (subject: string) => describeEdit(edit, subject);
    return saveResultOf(mutation.mutateAsync({ steps, subject: subjectOf(ids), describe, isQuiet: isSaidByField }));
  };
  const changeAlbum = async (ids: PhotoId[], edit: PhotoEdit, describe: () => Editing["describe"]) => {
    if (!(await mayEdit(client, confirm, ids, edit))) return;
    const said = { subject: subjectOf(ids), describe: describe() };
    await mutation.mutateAsync({ steps: [{ ids, edit }], ...said }).catch(() => {});
  };
  /** They stay in their other albums. Resolves when done; a refusal has been reported by then. */
  const addToAlbum = (ids: PhotoId[], album: AdminAlbum) =>
    changeAlbum(ids, { toAlbum: album.id }, () => (subject) => `${subject} added to ${album.title}`);
  /** Out of the album they are looked at in, else each out of its home. */
  const moveToAlbum = (ids: PhotoId[], album: AdminAlbum, from?: AdminAlbum) =>
    changeAlbum(ids, { toAlbum: album.id, from: from?.id ?? "home" }, () => describeMove(ids, album.id, from?.id));
  const askAndRemove = async (ids: PhotoId[], album: AdminAlbum) => {
    if (!(await confirm(removalQuestion(ids.length, album.title)))) return;
    await changeAlbum(ids, { outOfAlbum: album.id }, () => (subject) => `${subject} removed from ${album.title}`);
  };
  return { edit, addToAlbum, moveToAlbum, askAndRemove, status: mutation.status };
}

type Editing = {
  steps: EditStep[];
  /** What a message calls the photos, in their words from before the edit. */
  subject: string;
  /** The message, of as many photos as the server still had. */
  describe: (subject: string) => string;
  note?: string;
  turn?: Turn;
  isQuiet?: boolean;
};

const idsOf = (steps: EditStep[]) => [...new Set(steps.flatMap((step) => step.ids))];

/** Which field of which photos: once it is saved, the failure before is no news. */
const topicOf = (steps: EditStep[]) =>
  steps.map(({ ids, edit }) => [fieldOf(edit), ids.length, ids[0], ids.at(-1)].join()).join(";");

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

/** Returns the photos that the server no longer has. */
async function sendSteps(client: QueryClient, steps: EditStep[], isReversal: boolean): Promise<PhotoId[]> {
  const goneIds = new Set<PhotoId>();
  for (const { ids, edit } of steps) {
    const single =
      "change" in edit && !isReversal
        ? (id: PhotoId) => call(updatePhoto, { params: { id }, body: edit.change })
        : undefined;
    const bulk = bulkActionFor(edit);
    // Undo and redo put photos back in their old places; only the bulk call can.
    const action = isReversal && bulk.action === "update" ? { ...bulk, put_back: true } : bulk;
    const { photo, gone, refused } = await sendPhotos(ids, action, single);
    for (const id of gone) goneIds.add(id);
    const [first] = refused;
    if (first) throw new Error(`${first.message} (${refused.length} of ${countPhotos(ids.length)})`);
    // While another change is pending, this response is older than what is on screen.
    if (photo && client.isMutating({ mutationKey: PHOTO_MUTATION }) === 1) rememberPhotos(client, [photo]);
  }
  return [...goneIds];
}

const flagsRemovedBy = (edit: PhotoEdit) =>
  "change" in edit ? FLAGS.filter((flag) => fieldOf(edit) === flag && Object.values(edit.change)[0] === false) : [];

/** Shows an edit before it is sent. Returns the loaded photos as they were, and what puts them back into their lists. */
function showEdit(client: QueryClient, { ids, edit }: EditStep) {
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
  const rollBack = takeFromLists(
    client,
    ids,
    ({ queryKey }) =>
      left.some((flag) => requestIn(queryKey, listPhotoIds)?.query?.[flag] === "1") ||
      (leftAlbum !== undefined && requestIn(queryKey, listAlbumPhotos)?.params?.slug === leftAlbum.slug),
  );
  return { before, rollBack };
}

function albumLeftBy(edit: PhotoEdit) {
  if ("outOfAlbum" in edit) return edit.outOfAlbum;
  return "toAlbum" in edit && edit.from !== edit.toAlbum ? edit.from : undefined;
}

function failureMessage(error: unknown, edit: PhotoEdit): string {
  const message = messageOf(error, "The server gave no reason");
  return isSignedOut(error) ? message : `Failed to update ${wordFor(fieldOf(edit))}: ${message}`;
}
