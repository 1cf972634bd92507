import { sql } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Db, PhotoRow } from "../../db/schema.ts";
import type { LibraryChange } from "../../library/change-library.ts";
import { inBatches } from "../../library/in-batches.ts";
import { updateEachPhoto } from "../../library/photo-texts.queries.ts";

const POSITION_COLUMNS = ["favorite_position", "featured_position", "quick_position"] as const;

export type TrashRow = Pick<
  PhotoRow,
  | "id"
  | "deleted_at"
  | "trashed_from"
  | "internal_id"
  | "original_key"
  | "former_file"
  | (typeof POSITION_COLUMNS)[number]
>;

export function findRows(db: Db, ids: readonly PhotoId[]): Promise<TrashRow[]> {
  return inBatches(ids, (batch) =>
    db
      .selectFrom("photo")
      .select(["id", "deleted_at", "trashed_from", "internal_id", "original_key", "former_file", ...POSITION_COLUMNS])
      .where("id", "in", batch)
      .execute(),
  );
}

/** A batch of the photos that were in the trash at that time. */
export async function findTrashedIds(db: Db, before: string, limit: number): Promise<PhotoId[]> {
  const rows = await db
    .selectFrom("photo")
    .select("id")
    // Makes SQLite use the index of trashed photos.
    .where("deleted_at", "is not", null)
    .where("deleted_at", "<=", before)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Removes photos from the collections, and stores where each one was. */
export async function moveToTrash(
  trx: LibraryChange,
  rows: readonly { id: PhotoId; deleted_at: string; trashed_from: string }[],
): Promise<void> {
  await updateEachPhoto(trx, ["deleted_at", "trashed_from"], rows);
  const nowhere = Object.fromEntries(POSITION_COLUMNS.map((column) => [column, null]));
  await inBatches(rows, async (batch) => {
    await trx.updateTable("photo").set(nowhere).where("id", "in", idsOf(batch)).execute();
    return [];
  });
}

export async function takeFromTrash(trx: LibraryChange, rows: readonly TrashRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    await trx
      .updateTable("photo")
      .set({ deleted_at: null, trashed_from: null })
      .where("id", "in", idsOf(batch))
      .execute();
    return [];
  });
}

export async function deleteRows(trx: LibraryChange, rows: readonly TrashRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    await trx.deleteFrom("photo").where("id", "in", idsOf(batch)).where(sql<boolean>`deleted_at is not null`).execute();
    return [];
  });
}

const idsOf = (rows: readonly { id: PhotoId }[]) => rows.map((row) => row.id);
