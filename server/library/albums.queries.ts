import type { AlbumId } from "../../contract/album-id.ts";
import type { Db } from "../platform/db/schema.ts";

/** Undefined when the album does not exist. */
export function findAlbum(db: Db, slug: string) {
  return db.selectFrom("album").selectAll().where("slug", "=", slug).executeTakeFirst();
}

/** Undefined when the album does not exist. */
export function findAlbumById(db: Db, id: AlbumId) {
  return db.selectFrom("album").selectAll().where("id", "=", id).executeTakeFirst();
}
