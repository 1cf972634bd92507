import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import { bytesOfMb, UPLOAD_VARIANTS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { UploadError, uploadPhotos as uploadPhotosCall } from "../../../contract/uploads.ts";
import type { Db } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { ActivityEntry, Actor } from "../../library/activity.ts";
import { findAlbum } from "../../library/shown/albums.queries.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import {
  ImagesBusyError,
  type MadePictures,
  type MakeOptions,
  PictureRefusedError,
} from "../../platform/images/images.ts";
import { StorageError } from "../../platform/storage/storage-error.ts";
import { adminPhotosById } from "../photos/photos.service.ts";
import { describeFailure, unexpectedFailure, VariantsFailedError } from "./uploads.errors.ts";
import { type IncomingFile, type PhotoForm, unreadableForm } from "./uploads.form.ts";
import * as queries from "./uploads.queries.ts";
import { type KnownFields, type StoredPhoto, storePhoto } from "./uploads.store.ts";
import { isFolderName, readModifiedOn, safeFileName } from "./uploads.text.ts";

/** A file that has arrived in full and waits on the local disk. */
export type ReceivedFile = { filename: string; path: string; sha256: string; filesize: number; isTooLarge: boolean };

export type UploadResult<T> = { ok: true; value: T } | { ok: false; error: UploadError };

/**
 * Pictures are made while later files are still arriving, but nothing is stored before the whole request has arrived: an
 * aborted request leaves nothing behind. Then the photos are stored in the order sent, each in its own transaction.
 */
export async function uploadPhotos(
  deps: Deps,
  slug: string,
  form: PhotoForm,
): Promise<ResponseOf<typeof uploadPhotosCall>> {
  await requireAlbum(deps.db, slug);
  const whole = Promise.withResolvers<void>();
  const after_photo = await queries.findNewest(deps.db);
  const stored: InForm[] = [];
  const uploads: Promise<UploadResult<StoredPhoto>>[] = [];
  try {
    for await (const file of form.files) {
      const index = uploads.length;
      const received = await receiveFile(deps, file);
      const turn = Promise.all([whole.promise, uploads.at(-1)]);
      const modified = () => form.lastModified(index);
      const upload = finishUpload(deps, { slug, received, turn, modified, known: {}, after_photo, stored });
      // Both are awaited below, possibly long after they have failed.
      turn.catch(() => {});
      upload.catch(() => {});
      uploads.push(upload);
    }
    whole.resolve();
  } catch (error) {
    whole.promise.catch(() => {});
    whole.reject(error);
    // Each removes its temporary file.
    await Promise.allSettled(uploads);
    throw error;
  }
  return summarize(deps, await Promise.all(uploads));
}

/** The title is missing if the album is gone. */
export async function describeUpload(
  db: Db,
  slug: string,
  counts: { photos: number; failed: number },
  by: Actor,
): Promise<ActivityEntry> {
  const title = (await findAlbum(db, slug))?.title;
  return { action: "photos-uploaded", ...by, detail: { ...counts, album: slug, ...(title && { title }) } };
}

/** The largest file that is accepted. */
export const maxBytes = ({ site }: Pick<Deps, "site">) => bytesOfMb(site.current().upload_max_mb);

type LocalFile = { path: string; filename: string; known: KnownFields; modified_on?: string | null };

/** Stores a file from this machine by the same rules as an upload. Without a slug it goes into no album. */
export async function uploadLocalFile(
  deps: Deps,
  slug: string | null,
  { path, filename, known, modified_on }: LocalFile,
  turn: Promise<unknown>,
): Promise<UploadResult<StoredPhoto>> {
  const { size, mtime } = await stat(path);
  const content = createReadStream(path, { end: maxBytes(deps) });
  const received = await receiveFile(deps, { name: filename, content, isTooLarge: () => size > maxBytes(deps) });
  const modified = () => (modified_on === null ? undefined : String(new Date(modified_on ?? mtime).getTime()));
  return finishUpload(deps, { slug, received, turn, modified, known });
}

export async function receiveFile(
  deps: Deps,
  { name, content, isTooLarge }: IncomingFile,
): Promise<UploadResult<ReceivedFile>> {
  const filename = safeFileName(name);
  if (isFolderName(filename)) {
    content.resume();
    return failure(deps, filename, new AppError(422, "VALIDATION", "The file has no usable name."));
  }
  const hash = createHash("sha256");
  let filesize = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    // Not destroyed when writing fails: the form must be read past this file to reach the next.
    for await (const chunk of content.iterator({ destroyOnReturn: false })) {
      hash.update(chunk);
      filesize += chunk.length;
      yield chunk;
    }
  }
  try {
    const path = await deps.storage.writeTemp(counted());
    return { ok: true, value: { filename, path, sha256: hash.digest("hex"), filesize, isTooLarge: isTooLarge() } };
  } catch (error) {
    if (!(error instanceof StorageError)) throw unreadableForm();
    content.resume();
    return failure(deps, filename, error);
  }
}

type Upload = {
  slug: string | null;
  received: UploadResult<ReceivedFile>;
  /** The whole request has arrived, and the photos before this one are done. */
  turn: Promise<unknown>;
  modified(): string | undefined;
  known: KnownFields;
  after_photo?: number;
  /** What the same form has stored so far. */
  stored?: InForm[];
};

type InForm = { filename: string; photo_id: PhotoId };

async function finishUpload(deps: Deps, upload: Upload): Promise<UploadResult<StoredPhoto>> {
  const { slug, received, turn, modified, known, after_photo, stored = [] } = upload;
  if (!received.ok) return received;
  const file = received.value;
  try {
    const made = await makeUploadPictures(deps, file, { focalPoint: known.focal_point });
    await turn;
    const file_modified_on = readModifiedOn(modified());
    // Under another name in the same form, a copy is meant.
    const copies = stored.filter(({ filename }) => filename !== file.filename).map(({ photo_id }) => photo_id);
    const photo = { ...file, made, file_modified_on, known, after_photo, copies };
    const value = await storePhoto(deps, slug, photo);
    stored.push({ filename: file.filename, photo_id: value.photo_id });
    return { ok: true, value };
  } catch (error) {
    return failure(deps, file.filename, error);
  } finally {
    await deps.storage.removeTemp(file.path);
  }
}

type Arrived = Pick<ReceivedFile, "path" | "filesize"> & { isTooLarge?: boolean };

/** Of a file that has arrived in full, by a form, in pieces, as a replacement or from this machine. */
export async function makeUploadPictures(
  deps: Deps,
  { path, filesize, isTooLarge = false }: Arrived,
  { focalPoint, signal }: Pick<MakeOptions, "focalPoint" | "signal"> = {},
): Promise<MadePictures> {
  const { upload_max_mb, accepts_heic: acceptsHeic } = deps.site.current();
  if (isTooLarge) throw new PictureRefusedError("TOO_LARGE", `The file is larger than ${upload_max_mb}MB.`);
  try {
    const given = { ...(focalPoint && { focalPoint }), ...(signal && { signal }) };
    return await deps.images.make(path, UPLOAD_VARIANTS, { maxBytes: filesize, acceptsHeic, ...given });
  } catch (error) {
    if (error instanceof PictureRefusedError || error instanceof ImagesBusyError) throw error;
    throw new VariantsFailedError(error);
  }
}

export function failure(deps: Deps, filename: string, error: unknown): { ok: false; error: UploadError } {
  const known = describeFailure(filename, error, deps.site.current());
  // The owner reads what the owner can fix; the rest goes to the server's log.
  if (known?.error_type !== "UPLOAD_ERROR") deps.log.error({ err: error, filename }, "upload failed");
  return { ok: false, error: known ?? unexpectedFailure(filename) };
}

async function summarize(
  deps: Deps,
  outcomes: readonly UploadResult<StoredPhoto>[],
): Promise<ResponseOf<typeof uploadPhotosCall>> {
  const stored = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const failed_uploads = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  // A file that the form has twice under one name is one photo.
  const ids = [...new Set(stored.map(({ photo_id }) => photo_id))];
  const found = await adminPhotosById(deps, ids);
  const photos = ids.flatMap((id) => found.get(id) ?? []);
  return {
    message: messageFor(ids.length, ids.length + failed_uploads.length),
    photos,
    failed_uploads,
    duplicates: stored.flatMap(({ photo_id, duplicate_of }) => (duplicate_of ? [{ photo_id, duplicate_of }] : [])),
  };
}

function messageFor(stored: number, sent: number): string {
  const photos = sent === 1 ? "photo" : "photos";
  if (sent === 0) return "Choose at least one photo to upload";
  if (stored === 0) return sent === 1 ? "The photo was not uploaded" : `None of the ${sent} photos was uploaded`;
  return stored === sent ? `${stored} ${photos} uploaded` : `${stored} of ${sent} ${photos} uploaded`;
}
