import type { PageKind } from "../../../contract/limits.ts";
import type { PageId } from "../../../contract/written-pages.ts";
import type { Db } from "../../db/schema.ts";
import type { WrittenPageRow } from "../../db/written-page-table.ts";
import type { LibraryChange } from "../change-library.ts";

/** Undefined when there is none with this slug. */
export function findPageBySlug(db: Db, kind: PageKind, slug: string): Promise<WrittenPageRow | undefined> {
  return db.selectFrom("written_page").selectAll().where("slug", "=", slug).where("kind", "=", kind).executeTakeFirst();
}

/** The page that had this slug. Undefined when none had. */
export function findPageByFormerSlug(db: Db, kind: PageKind, slug: string): Promise<WrittenPageRow | undefined> {
  return db
    .selectFrom("former_page_slug")
    .innerJoin("written_page", "written_page.id", "former_page_slug.page_id")
    .selectAll("written_page")
    .where("former_page_slug.slug", "=", slug)
    .where("former_page_slug.kind", "=", kind)
    .executeTakeFirst();
}

export function findPageBlocks(db: Db): Promise<Pick<WrittenPageRow, "id" | "blocks">[]> {
  return db.selectFrom("written_page").select(["id", "blocks"]).orderBy("id").execute();
}

export function setBlocks(trx: LibraryChange, id: PageId, blocks: string) {
  return trx
    .updateTable("written_page")
    .set((eb) => ({ blocks, revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .execute();
}
