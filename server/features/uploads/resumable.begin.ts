import {
  bytesOfMb,
  UPLOAD_EXPIRES_HOURS,
  UPLOADS_MAX_UNFINISHED,
  UPLOADS_MAX_UNFINISHED_MB,
} from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { transaction } from "../../db/connect.ts";
import type { Db, UploadRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError, photoNotFound } from "../../errors.ts";
import type { Actor } from "../../library/activity.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import { newUploadId } from "./resumable.order.ts";
import * as queries from "./resumable.queries.ts";
import { findNewest, findPhotoRow } from "./uploads.queries.ts";
import { maxBytes } from "./uploads.service.ts";
import { isFolderName, readModifiedOn, safeFileName } from "./uploads.text.ts";

export type NewUpload = {
  length: number;
  filename: string | undefined;
  /** The album of a new photo, or the photo that gets a new file. */
  target: { album: string } | { replaces: PhotoId };
  modified: string | undefined;
};

export async function createUpload(
  deps: Deps,
  { length, filename, target, modified }: NewUpload,
  by: Actor,
): Promise<UploadRow> {
  const { upload_max_mb } = deps.site.current();
  if (length > maxBytes(deps)) {
    throw new AppError(413, "TOO_LARGE", `The file is larger than ${upload_max_mb}MB.`);
  }
  const name = safeFileName(filename);
  if (isFolderName(name)) throw new AppError(422, "VALIDATION", "The file has no usable name.");
  const [album, replaces] = "album" in target ? [target.album, null] : ["", target.replaces];
  if (replaces === null) await requireAlbum(deps.db, album);
  else if (!(await findPhotoRow(deps.db, replaces))) throw photoNotFound();
  const row: UploadRow = {
    ...(await newUpload(deps, by)),
    filename: name,
    album,
    file_modified_on: readModifiedOn(modified),
    length,
    state: length === 0 ? "processing" : "receiving",
    replaces,
  };
  await transaction(deps.db, async (trx) => {
    await requireQuota(trx, deps.now(), length);
    await queries.insertUpload(trx, row);
  });
  return row;
}

/** Of which nothing has arrived. */
export const newUpload = async (deps: Deps, by: Actor): Promise<UploadRow> => ({
  id: newUploadId(deps.now()),
  filename: "",
  album: "",
  file_modified_on: null,
  ...by,
  length: 0,
  received: 0,
  parts: "[]",
  state: "receiving",
  photo_id: null,
  duplicate_of: null,
  error: null,
  expires_at: expiry(deps),
  sha256: null,
  after_photo: await findNewest(deps.db),
  replaces: null,
});

/** Bytes that nobody completes stay in storage for a day. */
export async function requireQuota(db: Db, now: Date, length: number): Promise<void> {
  const { count, bytes, first_expires_at } = await queries.sumReceiving(db, now.toISOString());
  const isFull = count >= UPLOADS_MAX_UNFINISHED;
  if (!first_expires_at || (!isFull && bytes + length <= bytesOfMb(UPLOADS_MAX_UNFINISHED_MB))) return;
  const most = isFull
    ? `${UPLOADS_MAX_UNFINISHED.toLocaleString("en")} uploads`
    : `Uploads of ${UPLOADS_MAX_UNFINISHED_MB.toLocaleString("en")}MB`;
  throw new AppError(
    429,
    "UPLOADS_UNFINISHED",
    `${most} are unfinished, the most at a time. Finish or cancel them, or wait until they expire, ${UPLOAD_EXPIRES_HOURS} hours after their last bytes.`,
    { retryAfterSeconds: Math.ceil((Date.parse(first_expires_at) - now.getTime()) / 1000) },
  );
}

export const expiry = ({ now }: Pick<Deps, "now">) =>
  new Date(now().getTime() + UPLOAD_EXPIRES_HOURS * 60 * 60 * 1000).toISOString();
