import { randomUUID } from "node:crypto";
import { derivedText } from "../server/features/photos/photos.text.ts";
import type { Db, NewPhotoRow } from "../server/platform/db/schema.ts";

const ROWS_PER_STATEMENT = 500;

/** A photo's row as an upload would leave it, in no album. */
export function photoRow(now: Date, given: Partial<NewPhotoRow> = {}): NewPhotoRow {
  const internal_id = randomUUID().replaceAll("-", "");
  const texts = { title: "Photo", caption: "", filename: "photo.jpg", tags: "[]", ...given };
  return {
    internal_id,
    original_key: `originals/${internal_id.slice(0, 2)}/${internal_id}.jpg`,
    mime_type: "image/jpeg",
    sha256: internal_id.padEnd(64, "0"),
    category: "URBAN",
    album_id: null,
    album_position: null,
    license: "All Rights Reserved",
    visibility: 0,
    deleted_at: null,
    trashed_from: null,
    width: 1200,
    height: 800,
    filesize: 1000,
    uploaded_on: now.toISOString(),
    captured_on: null,
    file_modified_on: null,
    placeholder: "data:,",
    exif: "{}",
    copyright: null,
    favorite_position: null,
    featured_position: null,
    quick_position: null,
    variant_error: null,
    captured_key: now.toISOString(),
    ...derivedText(texts),
    ...texts,
  };
}

/** Inserts many rows, bypassing the services, for tests and benches of large libraries. */
export async function insertRows(db: Db, rows: readonly NewPhotoRow[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      await trx
        .insertInto("photo")
        .values(rows.slice(start, start + ROWS_PER_STATEMENT))
        .execute();
    }
  });
}
