import type { Insertable } from "kysely";
import type { PageKind } from "../../../contract/limits.ts";
import type { PageId } from "../../../contract/written-pages.ts";
import type { Db, Schema } from "../../db/schema.ts";
import { statement } from "../../db/statement.ts";
import type { WrittenPageRow, WrittenPageVersionRow } from "../../db/written-page-table.ts";
import type { LibraryChange } from "../../library/change-library.ts";

/** Pages in the order of the menu, then entries, newest first. Drafts that were never public are the newest. */
export function findPages(db: Db): Promise<WrittenPageRow[]> {
  return db
    .selectFrom("written_page")
    .selectAll()
    .orderBy("kind", "desc")
    .orderBy("position")
    .orderBy((eb) => eb.fn.coalesce("published_on", eb.val("9")), "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Undefined when the page does not exist. */
export function findPage(db: Db, id: PageId): Promise<WrittenPageRow | undefined> {
  return db.selectFrom("written_page").selectAll().where("id", "=", id).executeTakeFirst();
}

const selectShown = (db: Db, kind: PageKind, now: string) =>
  db
    .selectFrom("written_page")
    .selectAll()
    .where("kind", "=", kind)
    .where("status", "=", "public")
    .where("published_on", "<=", now);

/** What visitors see: pages in the order of the menu, entries newest first. */
export const findShownPages = statement((db, kind: PageKind, now: string) =>
  selectShown(db, kind, now).orderBy("position").orderBy("published_on", "desc").orderBy("id", "desc"),
);

/** Undefined when visitors see no such page. */
export function findShownPage(
  db: Db,
  { kind, slug, now }: { kind: PageKind; slug: string; now: string },
): Promise<WrittenPageRow | undefined> {
  return selectShown(db, kind, now).where("slug", "=", slug).executeTakeFirst();
}

/** The time at which the next public page appears. Undefined when none is to come. */
export async function findNextPublication(db: Db, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("written_page")
    .select((eb) => eb.fn.min("published_on").as("published_on"))
    .where("status", "=", "public")
    .where("published_on", ">", now)
    .executeTakeFirst();
  return row?.published_on ?? undefined;
}

export async function findPageIds(db: Db): Promise<{ id: PageId; in_menu: 0 | 1 }[]> {
  return db
    .selectFrom("written_page")
    .select(["id", "in_menu"])
    .where("kind", "=", "page")
    .orderBy("position")
    .execute();
}

export async function insertPage(
  trx: LibraryChange,
  row: Omit<Insertable<Schema["written_page"]>, "id">,
): Promise<PageId> {
  const { id } = await trx.insertInto("written_page").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

export function updatePage(trx: LibraryChange, id: PageId, columns: Partial<Omit<WrittenPageRow, "id">>) {
  return trx.updateTable("written_page").set(columns).where("id", "=", id).execute();
}

export function deletePage(trx: LibraryChange, id: PageId) {
  return trx.deleteFrom("written_page").where("id", "=", id).execute();
}

export function insertFormerSlug(trx: LibraryChange, page_id: PageId, kind: PageKind, slug: string) {
  return trx
    .insertInto("former_page_slug")
    .values({ kind, slug, page_id })
    .onConflict((conflict) => conflict.columns(["slug", "kind"]).doUpdateSet({ page_id }))
    .execute();
}

export function deleteFormerSlug(trx: LibraryChange, kind: PageKind, slug: string) {
  return trx.deleteFrom("former_page_slug").where("slug", "=", slug).where("kind", "=", kind).execute();
}

export async function findFormerSlugs(db: Db): Promise<{ page_id: PageId; kind: PageKind; slug: string }[]> {
  return db.selectFrom("former_page_slug").select(["page_id", "kind", "slug"]).orderBy("id").execute();
}

/** Newest first. */
export function findVersions(db: Db, page_id: PageId): Promise<WrittenPageVersionRow[]> {
  return db
    .selectFrom("written_page_version")
    .selectAll()
    .where("page_id", "=", page_id)
    .orderBy("id", "desc")
    .execute();
}

export function insertVersion(trx: LibraryChange, row: Omit<WrittenPageVersionRow, "id">) {
  return trx.insertInto("written_page_version").values(row).execute();
}

export function deleteVersions(trx: LibraryChange, ids: readonly number[]) {
  return trx.deleteFrom("written_page_version").where("id", "in", ids).execute();
}
