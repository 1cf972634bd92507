import { type ExpressionBuilder, sql, type Transaction } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import type { NewRoomRow, RoomRow } from "../../db/room-table.ts";
import type { Db, PhotoRow, Schema } from "../../db/schema.ts";
import { inBatches } from "../../library/in-batches.ts";

export type RoomWithFigures = RoomRow & { photo_count: number; picks_count: number; album_slug: string | null };

function selectRooms(db: Db) {
  return db
    .selectFrom("room")
    .leftJoin("album", "album.id", "room.album_id")
    .selectAll("room")
    .select((eb) => [
      "album.slug as album_slug",
      selectCount(eb).as("photo_count"),
      selectCount(eb).where("room_photo.picked", "=", 1).as("picks_count"),
    ]);
}

/** A photo in the trash is in no room. */
function selectCount(eb: ExpressionBuilder<Schema, "room">) {
  return eb
    .selectFrom("room_photo")
    .innerJoin("photo", "photo.id", "room_photo.photo_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .whereRef("room_photo.room_id", "=", "room.id")
    .where("photo.deleted_at", "is", null);
}

export function findRooms(db: Db): Promise<RoomWithFigures[]> {
  // A count of no rows is 0, never null.
  return selectRooms(db).orderBy("room.id", "desc").$castTo<RoomWithFigures>().execute();
}

/** Undefined when the room does not exist. */
export function findRoom(db: Db, id: RoomId): Promise<RoomWithFigures | undefined> {
  return selectRooms(db).where("room.id", "=", id).$castTo<RoomWithFigures>().executeTakeFirst();
}

/** Undefined for an unknown, an expired and a closed room: one statement, so that the time does not differ either. */
export function findOpenRoom(db: Db, tokenHash: string, now: string): Promise<RoomRow | undefined> {
  return db
    .selectFrom("room")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("closed", "=", 0)
    .where((eb) => eb.or([eb("expires_on", "is", null), eb("expires_on", ">", now)]))
    .executeTakeFirst();
}

export function insertRoom(db: Db, row: NewRoomRow) {
  return db.insertInto("room").values(row).returning("id").executeTakeFirstOrThrow();
}

export function updateRoom(db: Db, id: RoomId, columns: Partial<Omit<RoomRow, "id">>) {
  return db.updateTable("room").set(columns).where("id", "=", id).execute();
}

/** On PostgreSQL, other changes of the room wait until the transaction ends; SQLite has a single writer anyway. */
export function lockRoom(trx: Transaction<Schema>, id: RoomId): Promise<RoomRow | undefined> {
  return trx
    .updateTable("room")
    .set((eb) => ({ title: eb.ref("title") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export function deleteRoom(db: Db, id: RoomId) {
  return db.deleteFrom("room").where("id", "=", id).returning("title").executeTakeFirst();
}

/** Closed before then, or open until a last day before then. With what visitors chose and wrote. */
export function deleteEndedBefore(db: Db, before: string) {
  return db
    .deleteFrom("room")
    .where((eb) => eb(eb.fn.coalesce("closed_on", "expires_on"), "<", before))
    .returning("title")
    .execute();
}

export function countOpening(db: Db, id: RoomId, now: string) {
  return db
    .updateTable("room")
    .set((eb) => ({ opened_count: eb("opened_count", "+", 1), last_opened_on: now }))
    .where("id", "=", id)
    .execute();
}

export async function countNews(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("room")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("sent_on", "is not", null)
    .where("seen", "=", 0)
    .executeTakeFirstOrThrow();
  return count;
}

const ROWS_PER_INSERT = 500;

/** In this order. Photos that stay keep what visitors said about them. */
export async function setRoomPhotos(trx: Transaction<Schema>, roomId: RoomId, ids: readonly PhotoId[]): Promise<void> {
  const known = await trx.selectFrom("room_photo").select("photo_id").where("room_id", "=", roomId).execute();
  const kept = new Set(ids);
  const leaving = known.map(({ photo_id }) => photo_id).filter((id) => !kept.has(id));
  await inBatches(leaving, async (batch) => {
    await trx.deleteFrom("room_photo").where("room_id", "=", roomId).where("photo_id", "in", batch).execute();
    return [];
  });
  const rows = ids.map((photo_id, position) => ({ room_id: roomId, photo_id, position }));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await trx
      .insertInto("room_photo")
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict.columns(["room_id", "photo_id"]).doUpdateSet((eb) => ({ position: eb.ref("excluded.position") })),
      )
      .execute();
  }
}

/** The photos of a room that are not in the trash, in its order, with what visitors said about them. */
function selectShown(db: Db, roomId: RoomId) {
  return db
    .selectFrom("room_photo")
    .innerJoin("photo", "photo.id", "room_photo.photo_id")
    .where("room_photo.room_id", "=", roomId)
    .where("photo.deleted_at", "is", null)
    .orderBy("room_photo.position");
}

export function findShownPhotos(db: Db, roomId: RoomId, columns: readonly (keyof PhotoRow)[]) {
  return selectShown(db, roomId)
    .select(columns.map((column) => `photo.${column}` as const))
    .select(["room_photo.picked", "room_photo.comment"])
    .execute();
}

/** Only the photos that someone has chosen or commented on. */
export function findMarkedPhotos(db: Db, roomId: RoomId) {
  return selectShown(db, roomId)
    .select(["photo.id", "photo.source_filename", "photo.document_id", "room_photo.picked", "room_photo.comment"])
    .where((eb) => eb.or([eb("room_photo.picked", "=", 1), eb("room_photo.comment", "<>", "")]))
    .execute();
}

export async function findShownIds(db: Db, roomId: RoomId): Promise<PhotoId[]> {
  const rows = await selectShown(db, roomId).select("photo.id").execute();
  return rows.map((row) => row.id);
}

/** Whether the room shows this photo. */
export async function showsPicture(db: Db, roomId: RoomId, internalId: string): Promise<boolean> {
  const row = await selectShown(db, roomId)
    .select(sql.lit(1).as("one"))
    .where("photo.internal_id", "=", internalId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Undefined when the room does not show this photo. */
export function findShownPhoto(db: Db, roomId: RoomId, photoId: PhotoId) {
  return selectShown(db, roomId)
    .select(["photo.id", "room_photo.picked", "room_photo.comment"])
    .where("photo.id", "=", photoId)
    .executeTakeFirst();
}

export async function countPicks(db: Db, roomId: RoomId): Promise<number> {
  const { count } = await selectShown(db, roomId)
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("room_photo.picked", "=", 1)
    .executeTakeFirstOrThrow();
  return count;
}

export function setPick(db: Db, roomId: RoomId, photoId: PhotoId, pick: { picked: 0 | 1; comment: string }) {
  return db.updateTable("room_photo").set(pick).where("room_id", "=", roomId).where("photo_id", "=", photoId).execute();
}

type FilesAsked = { after: number; isPicksOnly: boolean; limit: number };

/** A batch of the files to download, in the room's order. */
export function findFiles(db: Db, roomId: RoomId, { after, isPicksOnly, limit }: FilesAsked) {
  return selectShown(db, roomId)
    .select([
      "photo.id",
      "photo.filename",
      "photo.internal_id",
      "photo.original_key",
      "photo.captured_on",
      "photo.uploaded_on",
      "room_photo.position",
    ])
    .where("room_photo.position", ">", after)
    .$if(isPicksOnly, (query) => query.where("room_photo.picked", "=", 1))
    .limit(limit)
    .execute();
}

/** Selections whose time to be mailed has come, the oldest first. */
export function findDueSelections(db: Db, now: string, limit: number): Promise<RoomRow[]> {
  return db.selectFrom("room").selectAll().where("mail_at", "<=", now).orderBy("mail_at").limit(limit).execute();
}
