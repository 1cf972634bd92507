import type { AlbumId } from "../../../contract/album-id.ts";
import type { Db } from "../../db/schema.ts";
import type { LibraryChange } from "../change-library.ts";
import { isShownAlbum } from "./shown.queries.ts";

type FormerPath = { category: string; slug: string };

/** The album that had this URL and that visitors can see. Undefined when there is none. */
export function findMovedAlbum(db: Db, { category, slug }: FormerPath) {
  return db
    .selectFrom("former_address")
    .innerJoin("album", "album.id", "former_address.album_id")
    .select(["album.category", "album.slug"])
    .where("former_address.slug", "=", slug)
    .where("former_address.category", "=", category)
    .where(isShownAlbum)
    .executeTakeFirst();
}

/** Undefined when no album had this slug. */
export function findAlbumByFormerSlug(db: Db, slug: string) {
  return db
    .selectFrom("album")
    .selectAll()
    .where("id", "in", (eb) =>
      eb.selectFrom("former_address").select("album_id").where("former_address.slug", "=", slug),
    )
    .executeTakeFirst();
}

export async function findFormerSlugs(db: Db, album: AlbumId): Promise<string[]> {
  const rows = await db.selectFrom("former_address").select("slug").where("album_id", "=", album).execute();
  return rows.map((row) => row.slug);
}

/** The former URLs of all albums, oldest first. */
export function findFormerAddresses(db: Db) {
  return db.selectFrom("former_address").selectAll().orderBy("id").execute();
}

/** The album that gave this slug up, other than the one named. Undefined when it is free. */
export function findFormerOwner(db: Db, slug: string, except: AlbumId) {
  return db
    .selectFrom("former_address")
    .innerJoin("album", "album.id", "former_address.album_id")
    .select("album.title")
    .where("former_address.slug", "=", slug)
    .where("former_address.album_id", "<>", except)
    .executeTakeFirst();
}

export async function findFormerSlugsLike(db: Db, base: string): Promise<string[]> {
  const rows = await db
    .selectFrom("former_address")
    .select("slug")
    .where((eb) => eb.or([eb("slug", "=", base), eb("slug", "like", `${base}-%`)]))
    .execute();
  return rows.map((row) => row.slug);
}

export function insertFormerAddress(trx: LibraryChange, album_id: AlbumId, { category, slug }: FormerPath) {
  return trx
    .insertInto("former_address")
    .values({ category, slug, album_id })
    .onConflict((conflict) => conflict.columns(["slug", "category"]).doUpdateSet({ album_id }))
    .execute();
}

/** A URL in use is no former one. */
export function deleteFormerAddress(trx: LibraryChange, { category, slug }: FormerPath) {
  return trx.deleteFrom("former_address").where("slug", "=", slug).where("category", "=", category).execute();
}
