import type { ResponseOf } from "../../../contract/endpoint.ts";
import { FORMER_FILE_DAYS, UPLOAD_VARIANTS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { replaceFile as replaceFileCall, UploadError } from "../../../contract/uploads.ts";
import type { PhotoRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, photoNotFound, unavailable } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { type FileColumns, fileColumnsOf, readFormerFile } from "../../library/files/former-file.ts";
import { beginPut, endPut, finishDeletes, recordDelete, undoPut } from "../../library/files/intents.ts";
import { keysOfPhoto, replacementKey, variantKey } from "../../library/files/keys.ts";
import { deleteAllVariants } from "../../library/files/variants.queries.ts";
import type { MadePictures, Picture } from "../../platform/images/images.ts";
import { settleAll } from "../../platform/settle-all.ts";
import { readFocalPoint } from "../photos/photos.present.ts";
import { getPhoto } from "../photos/photos.service.ts";
import { derivedText } from "../photos/photos.text.ts";
import {
  makeFromOriginal,
  makingLock,
  OriginalMissingError,
  recordPictures,
  storePictures,
} from "../pictures/making/making.service.ts";
import type { IncomingFile, PhotoForm } from "./uploads.form.ts";
import * as queries from "./uploads.queries.ts";
import { failure, makeUploadPictures, type ReceivedFile, receiveFile, type UploadResult } from "./uploads.service.ts";
import { newRow } from "./uploads.store.ts";
import { readModifiedOn } from "./uploads.text.ts";

type ReplacedPhoto = ResponseOf<typeof replaceFileCall>;
type Replaced =
  | { ok: true; response: ReplacedPhoto }
  | { ok: false; refusal: { message: string; failed_uploads: UploadError[] } };

const DAY_MS = 24 * 60 * 60 * 1000;

/** A new file for the same photo: only what describes the file changes. The file before is kept, for a revert. */
export async function replaceFile(deps: Deps, id: PhotoId, form: PhotoForm, by: Actor): Promise<Replaced> {
  const photo = await requirePhoto(deps, id);
  const received = await receiveOnly(deps, form.files);
  if (!received) return refuse("Choose one photo to put in its place", []);
  if (!received.ok) return refuse("The photo was not replaced", [received.error]);
  const file = received.value;
  try {
    await replaceBy(deps, photo, { file, file_modified_on: readModifiedOn(form.lastModified(0)), by });
  } catch (error) {
    return refuse("The photo was not replaced", [failure(deps, file.filename, error).error]);
  } finally {
    await deps.storage.removeTemp(file.path);
  }
  return { ok: true, response: { message: "The file was replaced", photo: await getPhoto(deps, id) } };
}

type Replacement = {
  file: ReceivedFile;
  file_modified_on: string | null;
  /** Neither is known of a file that someone put into the inbox. */
  by: Partial<Actor>;
  signal?: AbortSignal | undefined;
  /** Pictures are made at once, and stored when this has happened. */
  turn?: Promise<unknown> | undefined;
  /** What else belongs to the same commit. */
  alsoCommit?: (trx: LibraryChange) => Promise<void>;
};

/** Puts a file on the local disk in the place of the photo's. */
export async function replaceBy(deps: Deps, photo: PhotoRow, given: Replacement): Promise<void> {
  const { signal, turn, ...replacement } = given;
  const made = await makeUploadPictures(deps, replacement.file, { focalPoint: readFocalPoint(photo), signal });
  await turn;
  await storeReplacement(deps, photo.id, { made, ...replacement });
}

const refuse = (message: string, failed_uploads: UploadError[]): Replaced => ({
  ok: false,
  refusal: { message, failed_uploads },
});

/** Undefined unless the form has exactly one file. */
async function receiveOnly(
  deps: Deps,
  files: AsyncIterable<IncomingFile>,
): Promise<UploadResult<ReceivedFile> | undefined> {
  const received: UploadResult<ReceivedFile>[] = [];
  const discard = () =>
    settleAll(received.flatMap((each) => (each.ok ? [deps.storage.removeTemp(each.value.path)] : [])));
  try {
    for await (const file of files) received.push(await receiveFile(deps, file));
  } catch (error) {
    await discard();
    throw error;
  }
  if (received.length === 1) return received[0];
  await discard();
  return undefined;
}

type NewFile = Omit<Replacement, "signal" | "turn"> & { made: MadePictures };

/** Under the lock of its pictures: none of the file before may be stored as one of the new file. */
function storeReplacement(
  deps: Deps,
  id: PhotoId,
  { file, made, file_modified_on, by, alsoCommit }: NewFile,
): Promise<void> {
  return deps.locks.hold(makingLock(id), async () => {
    const photo = await requirePhoto(deps, id);
    const { uploaded_on } = photo;
    const known = { ...file, made, file_modified_on, known: { uploaded_on } };
    const original_key = replacementKey(photo.internal_id, made.facts.format);
    const columns = fileColumnsOf({ ...photo, ...newRow(known, deps.now()), original_key });
    const until = new Date(deps.now().getTime() + FORMER_FILE_DAYS * DAY_MS);
    const former = readFormerFile(photo);
    await putInPlace(deps, photo, {
      columns,
      upload: file.path,
      pictures: made.pictures,
      former_file: JSON.stringify(fileColumnsOf(photo)),
      former_file_until: until.toISOString(),
      discarded: former ? [former.original_key] : [],
      activity: { action: "file-replaced", ...by },
      alsoCommit,
    });
  });
}

/** The file before the last replacement takes its place again, and the newer one is gone. */
export async function revertFile(deps: Deps, id: PhotoId, by: Actor): Promise<ReplacedPhoto> {
  await deps.locks.hold(makingLock(id), async () => {
    const photo = await requirePhoto(deps, id);
    const columns = readFormerFile(photo);
    if (!columns) throw conflict("There is no earlier file to go back to");
    const { pictures } = await makeAgain(deps, { ...photo, ...columns });
    await putInPlace(deps, photo, {
      columns,
      pictures,
      former_file: null,
      former_file_until: null,
      discarded: [photo.original_key],
      activity: { action: "file-reverted", ...by },
    });
  });
  return { message: "The earlier file is back", photo: await getPhoto(deps, id) };
}

async function makeAgain(deps: Deps, photo: PhotoRow): Promise<MadePictures> {
  try {
    return await makeFromOriginal(deps, photo, UPLOAD_VARIANTS, { priority: "owner" });
  } catch (error) {
    if (error instanceof OriginalMissingError) throw unavailable("The earlier file is not in storage at the moment");
    throw error;
  }
}

type FileInPlace = Pick<PhotoRow, "former_file" | "former_file_until"> & {
  columns: FileColumns;
  /** The new file on the local disk; without one, it is in storage already. */
  upload?: string;
  pictures: readonly Picture[];
  /** Originals that nothing names from here on. */
  discarded: string[];
  activity: Partial<Actor> & { action: "file-replaced" | "file-reverted" };
  alsoCommit?: Replacement["alsoCommit"] | undefined;
};

/**
 * Intent, files, then the row and the end of the intent in one commit, like an upload. A crash before the commit undoes
 * the put: the photo keeps its file, and the pictures that were overwritten are made from that again.
 */
async function putInPlace(
  deps: Deps,
  photo: PhotoRow,
  { columns, upload, pictures, discarded, activity, alsoCommit, ...former }: FileInPlace,
) {
  const pictureKeys = pictures.map(({ size, format }) => variantKey(photo.internal_id, size, format));
  // Every size of the file before, apart from those that have just been made.
  const stale = keysOfPhoto({ ...photo, former_file: null }).filter(
    (key) => key !== photo.original_key && !pictureKeys.includes(key),
  );
  const intent = await beginPut(deps, [...(upload ? [columns.original_key] : []), ...pictureKeys]);
  let deletes: readonly number[];
  try {
    await settleAll([
      ...(upload ? [deps.storage.putFile(columns.original_key, upload)] : []),
      storePictures(deps.storage, photo.internal_id, pictures),
    ]);
    deletes = await changeLibrary(deps, async (trx) => {
      const text = derivedText({ ...photo, ...columns });
      if (!(await queries.setFile(trx, photo.id, { ...columns, ...former, ...text }))) throw photoNotFound();
      await deleteAllVariants(trx, photo.id);
      await recordPictures(trx, photo.id, pictures);
      await endPut(trx, intent);
      await recordActivity({ db: trx, now: deps.now }, { ...activity, detail: { photo: photo.id } });
      await alsoCommit?.(trx);
      return recordDelete(trx, [...stale, ...discarded], deps.now());
    });
  } catch (error) {
    await undoPut(deps, intent);
    throw error;
  }
  await finishDeletes(deps, deletes);
}

export async function requirePhoto({ db }: Deps, id: PhotoId): Promise<PhotoRow> {
  const photo = await queries.findPhotoRow(db, id);
  if (!photo) throw photoNotFound();
  return photo;
}
