import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db, NewPhotoRow } from "../server/db/schema.ts";
import { derivedText } from "../server/features/photos/photos.text.ts";

const ROWS_PER_STATEMENT = 500;

/** A photo's row as an upload would leave it, unassigned. */
export function photoRow(now: Date, given: Partial<NewPhotoRow> = {}): NewPhotoRow {
  const internal_id = randomUUID().replaceAll("-", "");
  const texts = { title: "Photo", caption: "", filename: "photo.jpg", tags: "[]", exif: "{}", ...given };
  const { camera, lens, ...derived } = derivedText(texts);
  return {
    internal_id,
    original_key: `originals/${internal_id.slice(0, 2)}/${internal_id}.jpg`,
    mime_type: "image/jpeg",
    sha256: internal_id.padEnd(64, "0"),
    category: "URBAN",
    album_id: null,
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
    copyright: null,
    favorite_position: null,
    featured_position: null,
    quick_position: null,
    variant_error: null,
    captured_key: now.toISOString(),
    ...derived,
    // Tests of migrations insert rows into tables that do not have these columns yet.
    ...(camera && { camera }),
    ...(lens && { lens }),
    source_filename: texts.filename,
    ...texts,
  };
}

/**
 * Inserts many rows, bypassing the services, for tests and benches of large libraries. Those with an album are appended
 * to it.
 */
export async function insertRows(db: Db, rows: readonly NewPhotoRow[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      await trx
        .insertInto("photo")
        .values(rows.slice(start, start + ROWS_PER_STATEMENT))
        .execute();
    }
    if (rows.some((row) => row.album_id && !("album_position" in row))) await joinHomes(trx);
  });
}

/** Appends photos whose rows name an album that they are not in yet. */
export async function joinHomes(db: Db): Promise<void> {
  await sql`
    insert into album_photo (album_id, photo_id, position, rank, visibility)
    select photo.album_id, photo.id, ${LAST} + row_number() over (partition by photo.album_id order by photo.id), 0,
      photo.visibility
    from photo
    where photo.album_id is not null and not exists (select 1 from album_photo where photo_id = photo.id)
  `.execute(db);
}

const LAST = sql`coalesce(
  (select max(present.position) from album_photo as present where present.album_id = photo.album_id), -1
)`;
