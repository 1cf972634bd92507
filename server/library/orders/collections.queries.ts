import type { PhotoId } from "../../../contract/photos.ts";
import type { Db } from "../../db/schema.ts";
import type { LibraryChange } from "../change-library.ts";

/** The collections a photo can be in. Each has its own order. */
export type Collection = "favorite" | "featured" | "quick_collection";

export const POSITION_COLUMN = {
  favorite: "favorite_position",
  featured: "featured_position",
  quick_collection: "quick_position",
} as const;

/** Ids of the photos in a collection, in order. */
export async function findCollected(db: Db, collection: Collection): Promise<PhotoId[]> {
  const column = POSITION_COLUMN[collection];
  const rows = await db.selectFrom("photo").select("id").where(column, "is not", null).orderBy(column).execute();
  return rows.map((row) => row.id);
}

/** Positions are dense, so the last one gives the count without counting rows. */
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
