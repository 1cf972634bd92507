import { type ExpressionBuilder, type Insertable, sql, type Transaction } from "kysely";
import type { RoomId } from "../../../contract/rooms.ts";
import type { NewRoomRow, RoomRow } from "../../db/room-table.ts";
import type { Db, Schema } from "../../db/schema.ts";
import { statement } from "../../db/statement.ts";

export type RoomWithFigures = RoomRow & {
  photo_count: number;
  picks_count: number;
  voice_count: number;
  sent_count: number;
  news_count: number;
  album_slug: string | null;
};

function selectRooms(db: Db) {
  return db
    .selectFrom("room")
    .leftJoin("album", "album.id", "room.album_id")
    .selectAll("room")
    .select((eb) => [
      "album.slug as album_slug",
      selectCount(eb).as("photo_count"),
      selectCount(eb)
        .where((photo) =>
          photo.exists(
            photo
              .selectFrom("room_mark")
              .innerJoin("room_selection", "room_selection.id", "room_mark.selection_id")
              .select("room_mark.id")
              .whereRef("room_selection.room_id", "=", "room_photo.room_id")
              .whereRef("room_selection.round", "=", "room_photo.round")
              .whereRef("room_mark.photo_id", "=", "room_photo.photo_id")
              .where("room_mark.picked", "=", 1),
          ),
        )
        .as("picks_count"),
      eb
        .selectFrom("room_voice")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("room_voice.room_id", "=", "room.id")
        .where((voice) => voice.or([voice("room.voices", "=", "shared"), voice("key_hash", "is not", null)]))
        .as("voice_count"),
      selectSent(eb).whereRef("room_selection.round", "=", "room.round").as("sent_count"),
      selectSent(eb).where("room_selection.seen", "=", 0).as("news_count"),
    ]);
}

function selectSent(eb: ExpressionBuilder<Schema, "room">) {
  return eb
    .selectFrom("room_selection")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .whereRef("room_selection.room_id", "=", "room.id")
    .where("room_selection.sent_on", "is not", null);
}

/** A photo in the trash is in no room. */
function selectCount(eb: ExpressionBuilder<Schema, "room">) {
  return eb
    .selectFrom("room_photo")
    .innerJoin("photo", "photo.id", "room_photo.photo_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .whereRef("room_photo.room_id", "=", "room.id")
    .whereRef("room_photo.round", "=", "room.round")
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

/**
 * Undefined for an unknown, an expired and a closed room: one statement, so that the time does not differ either. Written as
 * text: anyone can ask, and building a statement takes longer than running this one.
 */
export async function findOpenRoom(db: Db, tokenHash: string, now: string): Promise<RoomRow | undefined> {
  const { rows } = await sql<RoomRow>`
    select * from room where token_hash = ${tokenHash} and closed = 0 and (expires_on is null or expires_on > ${now})
  `.execute(db);
  return rows[0];
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

export const countOpening = statement((db, id: RoomId, now: string) =>
  db
    .updateTable("room")
    .set((eb) => ({ opened_count: eb("opened_count", "+", 1), last_opened_on: now }))
    .where("id", "=", id),
);

export function insertRound(db: Db, round: { room_id: RoomId; number: number; message: string; started_on: string }) {
  return db.insertInto("room_round").values(round).execute();
}

export function findRounds(db: Db, roomId: RoomId) {
  return db
    .selectFrom("room_round")
    .select(["number", "message", "started_on"])
    .where("room_id", "=", roomId)
    .orderBy("number")
    .execute();
}

export function insertDownload(db: Db, download: Insertable<Schema["room_download"]>) {
  return db.insertInto("room_download").values(download).returning("id").executeTakeFirstOrThrow();
}

type SameDownload = Pick<Insertable<Schema["room_download"]>, "room_id" | "name" | "size" | "photo_count">;

/** The last of them. */
export function findUnfinishedDownload(db: Db, { room_id, name, size, photo_count }: SameDownload) {
  return db
    .selectFrom("room_download")
    .select("id")
    .where("room_id", "=", room_id)
    .where("name", "=", name)
    .where("size", "=", size)
    .where("photo_count", "=", photo_count)
    .where("finished_on", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
}

export function endDownload(db: Db, id: number, now: string) {
  return db.updateTable("room_download").set({ finished_on: now }).where("id", "=", id).execute();
}

const DOWNLOADS_SHOWN = 200;

export function findDownloads(db: Db, roomId: RoomId) {
  return db
    .selectFrom("room_download")
    .select(["name", "size", "photo_count", "started_on", "finished_on"])
    .where("room_id", "=", roomId)
    .orderBy("id", "desc")
    .limit(DOWNLOADS_SHOWN)
    .execute();
}
