import type { AlbumId } from "../../contract/album-id.ts";
import type { PhotoCategory } from "../../contract/limits.ts";
import type { PhotoId } from "../../contract/photos.ts";
import type { Db } from "../platform/db/schema.ts";
import type { LibraryChange } from "./change-library.ts";

/** Ids of the photos in an album, in order. */
export async function findMembers(db: Db, album: AlbumId): Promise<PhotoId[]> {
  const rows = await db
    .selectFrom("photo")
    .select("id")
    .where("album_id", "=", album)
    .orderBy("album_position")
    .execute();
  return rows.map((row) => row.id);
}

/** Positions are dense, so the last one gives the count without counting rows. */
export async function countMembers(db: Db, album: AlbumId): Promise<number> {
  const { last } = await db
    .selectFrom("photo")
    .select((eb) => eb.fn.max("album_position").as("last"))
    .where("album_id", "=", album)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : last + 1;
}

export async function findUnassigned(db: Db, ids: readonly PhotoId[]): Promise<PhotoId[]> {
  const rows = await db.selectFrom("photo").select("id").where("id", "in", ids).where("album_id", "is", null).execute();
  return rows.map((row) => row.id);
}

/** The albums that contain these photos. */
export async function findAlbumsOf(db: Db, ids: readonly PhotoId[]): Promise<AlbumId[]> {
  const rows = await db
    .selectFrom("photo")
    .select("album_id")
    .distinct()
    .where("id", "in", ids)
    .where("album_id", "is not", null)
    .$narrowType<{ album_id: AlbumId }>()
    .execute();
  return rows.map((row) => row.album_id);
}

export function assignAlbum(trx: LibraryChange, ids: readonly PhotoId[], album: AlbumId, category: PhotoCategory) {
  return trx
    .updateTable("photo")
    .set({ album_id: album, album_position: null, category })
    .where("id", "in", ids)
    .execute();
}

export function clearAlbum(trx: LibraryChange, ids: readonly PhotoId[]) {
  return trx.updateTable("photo").set({ album_id: null, album_position: null }).where("id", "in", ids).execute();
}

export function clearWholeAlbum(trx: LibraryChange, album: AlbumId) {
  return trx.updateTable("photo").set({ album_id: null, album_position: null }).where("album_id", "=", album).execute();
}

export function setCategoryOfMembers(trx: LibraryChange, album: AlbumId, category: PhotoCategory) {
  return trx.updateTable("photo").set({ category }).where("album_id", "=", album).execute();
}
