import { photoRow } from "../../rig/photo-row.ts";
import { query } from "./cluster.ts";

export const ALBUMS = 150;
const PHOTOS_PER_ALBUM = 60;

/**
 * Rows as uploads would leave them, created in SQL. Every library has the same albums. The remaining photos are unassigned:
 * a twentieth of them private, a hundredth in the trash.
 */
export async function fillLibrary(databaseUrl: string, photos: number): Promise<void> {
  await query(
    databaseUrl,
    `insert into album (slug, title, description, category, position, created_at)
     select 'album-' || a, 'Album ' || a, '', (array['urban', 'portraits', 'travel'])[1 + a % 3], a / 3, '2026-01-01'
     from generate_series(0, ${ALBUMS - 1}) as a`,
  );
  const inAlbum = `n < ${ALBUMS * PHOTOS_PER_ALBUM}`;
  const album = `n / ${PHOTOS_PER_ALBUM}`;
  const expressions: Record<string, string> = {
    ...literals(),
    internal_id: "md5(n::text)",
    original_key: "'originals/' || left(md5(n::text), 2) || '/' || md5(n::text) || '.jpg'",
    sha256: "md5(n::text) || md5(n::text)",
    title: "'Photo ' || n",
    filename: "'DSC_' || n || '.jpg'",
    search_text: "' photo ' || n || ' dsc ' || n || ' jpg '",
    title_key: "'photo ' || n",
    captured_key: "to_char(timestamp '2000-01-01' + n * interval '1 minute', 'YYYY-MM-DD\"T\"HH24:MI:SS')",
    placeholder: "'data:image/png;base64,' || repeat('A', 400)",
    album_id: `case when ${inAlbum} then (select id from album where slug = 'album-' || ${album}) end`,
    category: `case when ${inAlbum} then (array['URBAN', 'PORTRAITS', 'TRAVEL'])[1 + ${album} % 3] else 'URBAN' end`,
    visibility: `case when not ${inAlbum} and n % 20 = 0 then 1 else 0 end`,
    deleted_at: `case when not ${inAlbum} and n % 100 = 1 then '2026-01-02T00:00:00.000Z' end`,
  };
  await query(
    databaseUrl,
    `insert into photo (${Object.keys(expressions)}) select ${Object.values(expressions)}
     from generate_series(0, ${photos - 1}) as n`,
  );
  await query(
    databaseUrl,
    `insert into album_photo (album_id, photo_id, position, rank, visibility)
     select album_id, id, row_number() over (partition by album_id order by id) - 1, 0, visibility
     from photo where album_id is not null`,
  );
  await query(
    databaseUrl,
    `insert into variant (photo_id, size, width, height, jpeg_bytes, avif_bytes)
     select id, size, 300, 200, 1000, 800 from photo, (values ('thumb'), ('medium')) as sizes (size)`,
  );
  await query(databaseUrl, "vacuum analyze");
}

function literals(): Record<string, string> {
  const row = photoRow(new Date("2026-01-01"));
  const literal = (value: unknown) =>
    value === null ? "null" : typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, literal(value)]));
}
