import { sql } from "kysely";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Db, NewPhotoRow, PhotoRow } from "../../db/schema.ts";
import type { FileColumns } from "../../library/files/former-file.ts";
import type { derivedText } from "../photos/photos.text.ts";

/** For each hash, the first photo with these bytes: in this album, outside the trash, anywhere. */
export function findSameBytes(db: Db, sha256: readonly string[], album: AlbumId | undefined) {
  return db
    .selectFrom("photo")
    .leftJoin("album_photo as place", (join) =>
      join.onRef("place.photo_id", "=", "photo.id").on("place.album_id", "=", album ?? null),
    )
    .select((eb) => [
      "photo.sha256",
      eb.fn.min(eb.case().when("place.photo_id", "is not", null).then(eb.ref("photo.id")).end()).as("here"),
      eb.fn.min(eb.case().when("photo.deleted_at", "is", null).then(eb.ref("photo.id")).end()).as("kept"),
      eb.fn.min("photo.id").as("first"),
    ])
    .where("photo.sha256", "in", sha256)
    .groupBy("photo.sha256")
    .execute();
}

/** The id of the newest photo, or 0. */
export async function findNewest(db: Db): Promise<number> {
  const newest = await db.selectFrom("photo").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return newest?.id ?? 0;
}

type SentFile = { sha256: string; album_id: AlbumId; after_photo: number; except: readonly PhotoId[] };

/** The photo of the same file in the same album that is newer than this one. */
export async function findNewerWithSameBytes(
  db: Db,
  { sha256, album_id, after_photo, except }: SentFile,
): Promise<PhotoId | undefined> {
  const found = await db
    .selectFrom("photo")
    .innerJoin("album_photo as place", "place.photo_id", "photo.id")
    .select("photo.id")
    .where("photo.sha256", "=", sha256)
    .where(sql<boolean>`photo.id > ${after_photo}`)
    .where("place.album_id", "=", album_id)
    .$if(except.length > 0, (query) => query.where("photo.id", "not in", except))
    .orderBy("photo.id")
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** For each hash, the first photo with these bytes, in the trash or not. */
export function findFirstWithSameBytes(db: Db, sha256: readonly string[]) {
  return db
    .selectFrom("photo")
    .select(["sha256", (eb) => eb.fn.min("id").as("id")])
    .where("sha256", "in", sha256)
    .groupBy("sha256")
    .execute();
}

/** The first photo of the album whose file first had this name, else the first whose file has it now. */
export async function findNamed(db: Db, album: string, filename: string): Promise<PhotoId | undefined> {
  const found = await db
    .selectFrom("photo")
    .innerJoin("album_photo as place", "place.photo_id", "photo.id")
    .innerJoin("album", "album.id", "place.album_id")
    .select("photo.id")
    .where("album.slug", "=", album)
    .where((eb) => eb.or([eb("photo.source_filename", "=", filename), eb("photo.filename", "=", filename)]))
    .orderBy((eb) => eb.case().when("photo.source_filename", "=", filename).then(0).else(1).end())
    .orderBy("place.position")
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

export function insertPhoto(db: Db, row: NewPhotoRow) {
  return db.insertInto("photo").values(row).returning("id").executeTakeFirstOrThrow();
}

export function findPhotoRow(db: Db, id: PhotoId) {
  return db.selectFrom("photo").selectAll().where("id", "=", id).executeTakeFirst();
}

type FileChange = FileColumns & Pick<PhotoRow, "former_file" | "former_file_until"> & ReturnType<typeof derivedText>;

/** Earlier failures were about the file before. Returns whether the photo still exists. */
export async function setFile(db: Db, id: PhotoId, columns: FileChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("photo")
    .set((eb) => ({
      ...columns,
      image_version: eb("image_version", "+", 1),
      variant_attempts: 0,
      variant_error: null,
    }))
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
