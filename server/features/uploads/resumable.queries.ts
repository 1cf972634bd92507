import { sql } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { AlbumPhotoRow, Db, UploadRow } from "../../db/schema.ts";

export function insertUpload(db: Db, row: UploadRow) {
  return db.insertInto("upload").values(row).execute();
}

export function findUpload(db: Db, id: string) {
  return db.selectFrom("upload").selectAll().where("id", "=", id).executeTakeFirst();
}

/** As literals: SQLite only uses a partial index when the statement itself shows that it applies. */
const isUnfinished = sql<boolean>`state in ('receiving', 'processing')`;

/** Those that have arrived and are not photos yet, the first of each file first. */
export function findArrived(db: Db, sha256: readonly string[]) {
  return db
    .selectFrom("upload")
    .select(["id", "filename", "album", "sha256"])
    .where(isUnfinished)
    .where("state", "=", "processing")
    .where("replaces", "is", null)
    .where("sha256", "in", sha256)
    .orderBy("id")
    .execute();
}

/** How many are on their way into the album with one of these slugs, by state. */
export function countUnfinished(db: Db, slugs: readonly string[]) {
  return db
    .selectFrom("upload")
    .select((eb) => ["state" as const, eb.fn.countAll<number>().as("count")])
    .where(isUnfinished)
    .where("album", "in", slugs)
    .groupBy("state")
    .execute();
}

/** Those of which bytes are missing and that have not expired: how many, how many bytes they will have, and which ends first. */
export function sumReceiving(db: Db, now: string) {
  return db
    .selectFrom("upload")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.coalesce(eb.fn.sum<number>("length"), eb.val(0)).as("bytes"),
      eb.fn.min("expires_at").as("first_expires_at"),
    ])
    .where(isUnfinished)
    .where("state", "=", "receiving")
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
}

type Appended = Pick<UploadRow, "received" | "parts" | "state" | "expires_at" | "sha256">;

/** False when the row is no longer as it was read. */
export async function appendPart(db: Db, { id, received }: UploadRow, change: Appended): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("upload")
    .set(change)
    .where("id", "=", id)
    .where("state", "=", "receiving")
    .where("received", "=", received)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when it no longer waits to be processed. */
export async function finishUpload(db: Db, id: string, outcome: Partial<UploadRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("upload")
    .set(outcome)
    .where("id", "=", id)
    .where("state", "=", "processing")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The row as it was last. Undefined when it does not exist. */
export function deleteUpload(db: Db, id: string) {
  return db.deleteFrom("upload").where("id", "=", id).returningAll().executeTakeFirst();
}

/** The same, unless it has become a photo. */
export function deleteUnstored(db: Db, id: string) {
  return db.deleteFrom("upload").where("id", "=", id).where("state", "<>", "done").returningAll().executeTakeFirst();
}

/** Never one that waits to be processed: its sender has been promised a photo, however long the server was down. */
export function findExpired(db: Db, now: string, limit: number) {
  return db
    .selectFrom("upload")
    .select("id")
    .where("expires_at", "<=", now)
    .where("state", "!=", "processing")
    .limit(limit)
    .execute();
}

/** The oldest first. */
export function findProcessing(db: Db, limit: number) {
  return db
    .selectFrom("upload")
    .select("id")
    .where(isUnfinished)
    .where("state", "=", "processing")
    .orderBy("expires_at")
    .limit(limit)
    .execute();
}

type Place = Pick<AlbumPhotoRow, "album_id" | "position">;

/** The photos directly before this place whose uploads began later, in order. */
export async function findOvertakers(db: Db, uploadId: string, { album_id, position }: Place): Promise<PhotoId[]> {
  const before = db.selectFrom("album_photo").where("album_id", "=", album_id).where("position", "<", position);
  const ofLaterUploads = db
    .selectFrom("upload")
    .select("photo_id")
    .where("id", ">", uploadId)
    .where("photo_id", "is not", null);
  const last = await before
    .select("position")
    .where("photo_id", "not in", ofLaterUploads)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  const rows = await before
    .select("photo_id")
    .where("position", ">", last?.position ?? -1)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.photo_id);
}
