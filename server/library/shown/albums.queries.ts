import type { AlbumId } from "../../../contract/album-id.ts";
import type { Db } from "../../db/schema.ts";

/** Undefined when the album does not exist. */
export function findAlbum(db: Db, slug: string) {
  return db.selectFrom("album").selectAll().where("slug", "=", slug).executeTakeFirst();
}

export async function findExistingAlbums(db: Db, ids: readonly AlbumId[]): Promise<Set<AlbumId>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("album").select("id").where("id", "in", ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Undefined when the album does not exist. */
export function findAlbumById(db: Db, id: AlbumId) {
  return db.selectFrom("album").selectAll().where("id", "=", id).executeTakeFirst();
}
