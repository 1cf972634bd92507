import { type Insertable, sql } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { CategoryRow, CategoryTable } from "../../db/category-table.ts";
import type { Db } from "../../db/schema.ts";
import { statement } from "../../db/statement.ts";
import type { LibraryChange } from "../change-library.ts";

/** In the owner's order. */
export const findCategories = statement((db) => db.selectFrom("category").selectAll().orderBy("position"));

/** Undefined when there is none with this key. */
export function findCategory(db: Db, key: string): Promise<CategoryRow | undefined> {
  return db.selectFrom("category").selectAll().where("key", "=", key).executeTakeFirst();
}

/** The category that had this key. Undefined when none had. */
export function findCategoryByFormerKey(db: Db, key: string): Promise<CategoryRow | undefined> {
  return db
    .selectFrom("category")
    .innerJoin("former_key", "former_key.category_id", "category.id")
    .selectAll("category")
    .where("former_key.key", "=", key)
    .executeTakeFirst();
}

export function findFormerKeys(db: Db) {
  return db.selectFrom("former_key").selectAll().orderBy("id").execute();
}

export async function countAlbumsByCategory(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("album")
    .select((eb) => ["category" as const, eb.fn.countAll<number>().as("count")])
    .groupBy("category")
    .execute();
  return new Map(rows.map((row) => [row.category, Number(row.count)]));
}

/** Not those in the trash. */
export async function countPhotosByCategory(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("photo")
    .select((eb) => ["category" as const, eb.fn.countAll<number>().as("count")])
    .where("deleted_at", "is", null)
    .groupBy("category")
    .execute();
  return new Map(rows.map((row) => [row.category, Number(row.count)]));
}

export async function hasPhotos(db: Db, category: string): Promise<boolean> {
  const row = await db.selectFrom("photo").select("id").where("category", "=", category).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Undefined when the photo does not exist or is in the trash. */
export function findUsableCover(db: Db, id: PhotoId) {
  return db.selectFrom("photo").select("id").where("id", "=", id).where("deleted_at", "is", null).executeTakeFirst();
}

/** Of those that categories name, the photos that still exist. */
export async function findCoversThere(db: Db): Promise<Set<PhotoId>> {
  const rows = await db
    .selectFrom("category")
    .innerJoin("photo", "photo.id", "category.cover_photo_id")
    .select("photo.id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export function insertCategory(trx: LibraryChange, row: Insertable<CategoryTable>) {
  return trx.insertInto("category").values(row).execute();
}

export function updateCategory(trx: LibraryChange, id: number, columns: Partial<Omit<CategoryRow, "id">>) {
  return trx.updateTable("category").set(columns).where("id", "=", id).execute();
}

export function deleteCategory(trx: LibraryChange, id: number) {
  return trx.deleteFrom("category").where("id", "=", id).execute();
}

export function insertFormerKey(trx: LibraryChange, category_id: number, key: string) {
  return trx
    .insertInto("former_key")
    .values({ key, category_id })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ category_id }))
    .execute();
}

export function deleteFormerKey(trx: LibraryChange, key: string) {
  return trx.deleteFrom("former_key").where("key", "=", key).execute();
}

/** Every page below the category has a new URL. */
export async function keepAddressesOfAlbums(trx: LibraryChange, from: string, to: string): Promise<void> {
  await sql`
    insert into former_address (category, slug, album_id) select cast(${from} as text), slug, id from album where category = ${from}
    on conflict (slug, category) do update set album_id = excluded.album_id
  `.execute(trx);
  await sql`
    delete from former_address
    where category = ${to} and slug in (select slug from album where category = ${from})
  `.execute(trx);
}

export async function moveToKey(trx: LibraryChange, from: string, to: string): Promise<void> {
  await trx.updateTable("album").set({ category: to }).where("category", "=", from).execute();
  await trx
    .updateTable("photo")
    .set({ category: to.toUpperCase() })
    .where("category", "=", from.toUpperCase())
    .execute();
}
