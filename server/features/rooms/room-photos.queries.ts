import { sql, type Transaction } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import type { RoomRow } from "../../db/room-table.ts";
import type { Db, PhotoRow, Schema } from "../../db/schema.ts";
import { forColumns, statement } from "../../db/statement.ts";
import { inBatches } from "../../library/in-batches.ts";

/** A room has other photos in each round. */
export type RoomInRound = Pick<RoomRow, "id" | "round">;

const ROWS_PER_INSERT = 500;

/** In this order, as they are now. Photos that stay keep what voices said about them. */
export async function setRoomPhotos(
  trx: Transaction<Schema>,
  { id, round }: RoomInRound,
  ids: readonly PhotoId[],
): Promise<void> {
  const known = await trx
    .selectFrom("room_photo")
    .select("photo_id")
    .where("room_id", "=", id)
    .where("round", "=", round)
    .execute();
  const kept = new Set(ids);
  const leaving = known.map(({ photo_id }) => photo_id).filter((id) => !kept.has(id));
  await inBatches(leaving, async (batch) => {
    await trx
      .deleteFrom("room_photo")
      .where("room_id", "=", id)
      .where("round", "=", round)
      .where("photo_id", "in", batch)
      .execute();
    return [];
  });
  const files = new Map(
    (
      await inBatches(ids, (batch) =>
        trx.selectFrom("photo").select(["id", "sha256"]).where("id", "in", batch).execute(),
      )
    ).map((photo) => [photo.id, photo.sha256]),
  );
  const rows = ids.map((photo_id, position) => ({
    room_id: id,
    round,
    photo_id,
    position,
    sha256: files.get(photo_id) ?? "",
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await trx
      .insertInto("room_photo")
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict
          .columns(["room_id", "round", "photo_id"])
          .doUpdateSet((eb) => ({ position: eb.ref("excluded.position") })),
      )
      .execute();
  }
}

/** What the client has now judged. */
export function noteFiles(trx: Transaction<Schema>, { id, round }: RoomInRound) {
  return trx
    .updateTable("room_photo")
    .set((eb) => ({
      sha256: eb
        .selectFrom("photo")
        .select("photo.sha256")
        .whereRef("photo.id", "=", "room_photo.photo_id")
        .$asScalar()
        .$notNull(),
    }))
    .where("room_id", "=", id)
    .where("round", "=", round)
    .execute();
}

/** Of the round before, the file of each photo. */
export async function findFormerFiles(db: Db, { id, round }: RoomInRound): Promise<Map<PhotoId, string>> {
  if (round === 1) return new Map();
  const rows = await db
    .selectFrom("room_photo")
    .select(["photo_id", "sha256"])
    .where("room_id", "=", id)
    .where("round", "=", round - 1)
    .execute();
  return new Map(rows.map(({ photo_id, sha256 }) => [photo_id, sha256]));
}

export async function findFormerFile(
  db: Db,
  { id, round }: RoomInRound,
  photoId: PhotoId,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("room_photo")
    .select("sha256")
    .where("room_id", "=", id)
    .where("round", "=", round - 1)
    .where("photo_id", "=", photoId)
    .executeTakeFirst();
  return row?.sha256;
}

/** The photos of a room that are not in the trash, in its order. */
function selectShown(db: Db, { id, round }: RoomInRound) {
  return db
    .selectFrom("room_photo")
    .innerJoin("photo", "photo.id", "room_photo.photo_id")
    .where("room_photo.room_id", "=", id)
    .where("room_photo.round", "=", round)
    .where("photo.deleted_at", "is", null)
    .orderBy("room_photo.position");
}

export const findShownPhotos = (db: Db, { id, round }: RoomInRound, columns: readonly (keyof PhotoRow)[]) =>
  shownPhotos(columns)(db, id, round);

const shownPhotos = forColumns((columns) =>
  statement((db, id: RoomId, round: number) =>
    selectShown(db, { id, round }).select(columns.map((column) => `photo.${column}` as const)),
  ),
);

export function findShownIds(db: Db, room: RoomInRound) {
  return selectShown(db, room).select(["photo.id", "photo.sha256"]).execute();
}

/** By which other programs know the photos. */
export function findNames(db: Db, room: RoomInRound) {
  return selectShown(db, room).select(["photo.id", "photo.source_filename", "photo.document_id"]).execute();
}

/** Whether the room shows this photo. */
export async function showsPicture(db: Db, { id, round }: RoomInRound, internalId: string): Promise<boolean> {
  return (await shownPictures(db, id, round, internalId)).length > 0;
}

const shownPictures = statement((db, id: RoomId, round: number, internalId: string) =>
  selectShown(db, { id, round }).select(sql.lit(1).as("one")).where("photo.internal_id", "=", internalId),
);

/** Whether the room shows this photo. */
export async function showsPhoto(db: Db, room: RoomInRound, photoId: PhotoId): Promise<boolean> {
  const row = await selectShown(db, room)
    .select(sql.lit(1).as("one"))
    .where("photo.id", "=", photoId)
    .executeTakeFirst();
  return row !== undefined;
}

/** `selectionId`: only the photos that are chosen in it. `photoId`: only this one. */
type FilesAsked = { after: number; selectionId: number | undefined; photoId?: PhotoId | undefined; limit: number };

/** A batch of the files to download, in the room's order. */
export function findFiles(db: Db, room: RoomInRound, { after, selectionId, photoId, limit }: FilesAsked) {
  return selectShown(db, room)
    .select([
      "photo.id",
      "photo.filename",
      "photo.mime_type",
      "photo.internal_id",
      "photo.original_key",
      "photo.focal_point",
      "photo.sha256",
      "photo.image_version",
      "photo.former_file",
      "photo.captured_on",
      "photo.uploaded_on",
      "room_photo.position",
    ])
    .where("room_photo.position", ">", after)
    .$if(photoId !== undefined, (query) => query.where("photo.id", "=", photoId as PhotoId))
    .$if(selectionId !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("room_mark")
            .select("room_mark.id")
            .whereRef("room_mark.photo_id", "=", "room_photo.photo_id")
            .where("room_mark.selection_id", "=", selectionId as number)
            .where("room_mark.picked", "=", 1),
        ),
      ),
    )
    .limit(limit)
    .execute();
}
