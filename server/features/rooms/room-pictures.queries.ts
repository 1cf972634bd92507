import type { Insertable, Transaction } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import type { RoomPictureRow } from "../../db/room-table.ts";
import type { Db, Schema } from "../../db/schema.ts";
import { statement } from "../../db/statement.ts";
import type { RoomInRound } from "./room-photos.queries.ts";

/** What a picture for a room is made of. */
const SOURCE_COLUMNS = [
  "photo.id",
  "photo.internal_id",
  "photo.original_key",
  "photo.focal_point",
  "photo.sha256",
  "photo.image_version",
  "photo.former_file",
] as const;

function selectSources(db: Db) {
  return db.selectFrom("photo").select(SOURCE_COLUMNS).where("photo.deleted_at", "is", null);
}

export type Source = Awaited<ReturnType<typeof sources>>[number];

/** Undefined when the room does not show this photo. */
export async function findSource(db: Db, { id, round }: RoomInRound, internalId: string): Promise<Source | undefined> {
  return (await sources(db, id, round, internalId))[0];
}

const sources = statement((db, id: RoomId, round: number, internalId: string) =>
  selectSources(db)
    .innerJoin("room_photo", "room_photo.photo_id", "photo.id")
    .where("room_photo.room_id", "=", id)
    .where("room_photo.round", "=", round)
    .where("photo.internal_id", "=", internalId),
);

export function findCoverSource(db: Db, id: PhotoId): Promise<Source | undefined> {
  return selectSources(db).where("photo.id", "=", id).executeTakeFirst();
}

type Named = { room_id: RoomId; photo_id: PhotoId; name: string };

export async function findPicture(db: Db, named: Named): Promise<RoomPictureRow | undefined> {
  return (await pictures(db, named.room_id, named.photo_id, named.name))[0];
}

const pictures = statement((db, room: RoomId, photo: PhotoId, name: string) =>
  db
    .selectFrom("room_picture")
    .selectAll()
    .where("room_id", "=", room)
    .where("photo_id", "=", photo)
    .where("name", "=", name),
);

export function insertPicture(trx: Transaction<Schema>, picture: Insertable<Schema["room_picture"]>) {
  return trx.insertInto("room_picture").values(picture).returningAll().executeTakeFirstOrThrow();
}

/** Returns their keys. */
export async function deletePictures(trx: Transaction<Schema>, ids: readonly number[]): Promise<string[]> {
  const rows = await trx.deleteFrom("room_picture").where("id", "in", ids).returning("key").execute();
  return rows.map(({ key }) => key);
}

export function findPicturesOf(db: Db, roomId: RoomId, limit: number) {
  return db.selectFrom("room_picture").select("id").where("room_id", "=", roomId).limit(limit).execute();
}

/** Of rooms and photos that were deleted. */
export function findLeftPictures(db: Db, limit: number) {
  return db
    .selectFrom("room_picture")
    .select("id")
    .where((eb) => eb.or([eb("room_id", "is", null), eb("photo_id", "is", null)]))
    .limit(limit)
    .execute();
}

export function markRequested(db: Db, id: number, now: string) {
  return db.updateTable("room_picture").set({ requested_on: now }).where("id", "=", id).execute();
}

export async function sumPictures(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom("room_picture")
    .select((eb) => eb.fn.sum<number | null>("bytes").as("bytes"))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

export function findLeastRequested(db: Db, except: number, limit: number) {
  return db
    .selectFrom("room_picture")
    .select(["id", "bytes"])
    .where("id", "<>", except)
    .orderBy("requested_on")
    .limit(limit)
    .execute();
}
