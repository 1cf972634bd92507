import type { PhotoId } from "../../contract/photos.ts";
import type { Db } from "../platform/db/schema.ts";
import type { LibraryChange } from "./change-library.ts";

/** What a photo can be gathered into, each with an order of its own. */
export type Collection = "favorite" | "featured" | "quick_collection";

export const POSITION_COLUMN = {
  favorite: "favorite_position",
  featured: "featured_position",
  quick_collection: "quick_position",
} as const;

/** The ids of a collection's photos, in its order. */
export async function findCollected(db: Db, collection: Collection): Promise<PhotoId[]> {
  const column = POSITION_COLUMN[collection];
  const rows = await db.selectFrom("photo").select("id").where(column, "is not", null).orderBy(column).execute();
  return rows.map((row) => row.id);
}

/** Positions are dense, so the last one tells the count without counting. */
export async function countCollected(db: Db, collection: Collection): Promise<number> {
  const { last } = await db
    .selectFrom("photo")
    .select((eb) => eb.fn.max(POSITION_COLUMN[collection]).as("last"))
    .where(POSITION_COLUMN[collection], "is not", null)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : last + 1;
}

export function clearPositions(trx: LibraryChange, collection: Collection, ids: readonly PhotoId[]) {
  return trx
    .updateTable("photo")
    .set({ [POSITION_COLUMN[collection]]: null })
    .where("id", "in", ids)
    .execute();
}

/** A batch of the quick collection, in its order. */
export function findCollectedFiles(db: Db, after: number, limit: number) {
  return db
    .selectFrom("photo")
    .select(["filename", "original_key", "captured_on", "uploaded_on", "quick_position"])
    .where("quick_position", ">", after)
    .$narrowType<{ quick_position: number }>()
    .orderBy("quick_position")
    .limit(limit)
    .execute();
}
