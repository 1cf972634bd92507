import { sql, type Transaction } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { AlbumPhotoRow, Db, PhotoRow, Schema, VariantRow } from "../../db/schema.ts";
import { CannotStartError } from "../../errors.ts";
import { isOwnHash } from "../../features/auth/password.ts";
import { type FileColumns, readFormerFile } from "../../library/files/former-file.ts";
import { HOLD_DELETES_SETTING } from "../../library/files/intents.ts";
import { variantKey } from "../../library/files/keys.ts";
import { findMemberships } from "../../library/orders/album-members.queries.ts";
import { SIGNING_SETTINGS } from "../../library/secrets/signing.ts";
import type { Library } from "../command/open-library.ts";

/**
 * In an order that satisfies foreign keys. Sessions, rate limits, batch runs, unfinished uploads and
 * the pictures made for rooms are not carried over.
 */
export const TABLES = [
  "setting",
  "user",
  "passkey",
  "access_token",
  "category",
  "former_key",
  "album",
  "former_address",
  "album_version",
  "photo",
  "foreign_address",
  "audit_log",
  "room",
  "room_photo",
  "room_voice",
  "room_selection",
  "room_mark",
  "room_pin",
  "room_round",
  "room_download",
  "message",
  "written_page",
  "written_page_version",
  "former_page_slug",
  "site_picture",
] as const;
export type LibraryTable = (typeof TABLES)[number];

type PhotoColumn =
  | "id"
  | "internal_id"
  | "original_key"
  | "filename"
  | "filesize"
  | "sha256"
  | "image_version"
  | "former_file";

/** A photo's row together with its variants and its places in albums. */
export type PhotoLine = Pick<PhotoRow, PhotoColumn> & {
  /** A backup from before replacements kept it has no such column. */
  source_filename?: string;
  variants: VariantRow[];
  albums: AlbumPhotoRow[];
};

/** Settings of running servers, not of the library: the hold of a running backup, and the basis of signed URLs. */
const NOT_CARRIED_OVER = [HOLD_DELETES_SETTING, ...SIGNING_SETTINGS];

const ROWS_PER_READ = 500;
/** Stays below the parameter limit of both databases. */
const ROWS_PER_INSERT = 200;

/** The same rows in the same order from either database. */
export async function* rowsOf(snapshot: Db, table: LibraryTable): AsyncGenerator<object> {
  if (table === "setting") {
    const settings = snapshot.selectFrom("setting").selectAll().where("key", "not in", NOT_CARRIED_OVER);
    // Sorted here: SQLite compares bytes, while PostgreSQL may use a locale's order.
    yield* (await settings.execute()).sort((a, b) => (a.key < b.key ? -1 : 1));
    return;
  }
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select * from ${sql.table(table)} where id > ${after} order by id limit ${sql.lit(ROWS_PER_READ)}
    `.execute(snapshot);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield* table === "photo" ? await withBelongings(snapshot, rows) : rows;
  }
}

export async function* photosOf(snapshot: Db): AsyncGenerator<PhotoLine> {
  // Rows of the photo table, to which withBelongings has added the rest.
  for await (const row of rowsOf(snapshot, "photo")) yield row as PhotoLine;
}

async function withBelongings(snapshot: Db, photos: readonly { id: number }[]): Promise<object[]> {
  // These rows come from the photo table.
  const ids = photos.map(({ id }) => id as PhotoId);
  const variants = await snapshot.selectFrom("variant").selectAll().where("photo_id", "in", ids).execute();
  const bySize = variants.sort((a, b) => (a.size < b.size ? -1 : 1));
  const byPhoto = Map.groupBy(bySize, (variant): number => variant.photo_id);
  const places = Map.groupBy(await findMemberships(snapshot, ids), (place): number => place.photo_id);
  return photos.map((photo) => ({
    ...photo,
    variants: byPhoto.get(photo.id) ?? [],
    albums: places.get(photo.id) ?? [],
  }));
}

/** The keys of a photo's files, the original first. */
export const keysOf = (photo: PhotoLine): [string, ...string[]] => [
  photo.original_key,
  ...formerFilesOf(photo).map(({ original_key }) => original_key),
  ...variantFilesOf(photo).map(({ key }) => key),
];

/** The file before the last replacement, if it is still kept. A backup from before replacements has no such column. */
export function formerFilesOf({ former_file = null }: Partial<Pick<PhotoLine, "former_file">>): FileColumns[] {
  const former = readFormerFile({ former_file });
  return former ? [former] : [];
}

export const variantFilesOf = ({ internal_id, variants }: PhotoLine): { key: string; size: number }[] =>
  variants.flatMap(({ size, jpeg_bytes, avif_bytes, hdr_bytes }) => [
    { key: variantKey(internal_id, size, "jpeg"), size: jpeg_bytes },
    ...(avif_bytes === null ? [] : [{ key: variantKey(internal_id, size, "avif"), size: avif_bytes }]),
    // Rows of an older backup do not have it.
    ...(hdr_bytes ? [{ key: variantKey(internal_id, size, "hdr"), size: hdr_bytes }] : []),
  ]);

type RowSource = {
  /** In the order of TABLES. A backup has those of its own version. */
  tables: readonly LibraryTable[];
  rowsOfTable: (table: LibraryTable) => AsyncIterable<object>;
};

/** Inserts all rows into an empty database, which must be at the migration they come from. */
export async function loadRows(
  { database }: Library,
  trx: Transaction<Schema>,
  { tables, rowsOfTable }: RowSource,
): Promise<void> {
  for (const table of tables) await loadTable(trx, table, rowsOfTable(table));
  // Only a backup edited by hand contains them.
  await trx.deleteFrom("setting").where("key", "in", NOT_CARRIED_OVER).execute();
  if (database.dialect === "postgres") await advanceSequences(trx, tables);
}

async function loadTable(trx: Transaction<Schema>, table: LibraryTable, lines: AsyncIterable<object>): Promise<void> {
  // A new library begins with three categories.
  if (table === "category") await trx.deleteFrom("category").execute();
  let rows: object[] = [];
  let variants: object[] = [];
  let places: object[] = [];
  const insert = async () => {
    await insertRows(trx, table, rows);
    await insertRows(trx, "variant", variants);
    await insertRows(trx, "album_photo", places);
    rows = [];
    variants = [];
    places = [];
  };
  for await (const line of lines) {
    // Only photos have variants and albums; those of an older backup name their album in the row.
    const { variants: made = [], albums = [], ...row } = line as Partial<PhotoLine>;
    requireOwnPassword(table, row);
    rows.push(row);
    variants.push(...made);
    places.push(...albums);
    if (rows.length === ROWS_PER_INSERT) await insert();
  }
  await insert();
}

/** Of the admin or of a room. */
function requireOwnPassword(table: LibraryTable, row: object): void {
  // Of this type wherever there is such a column.
  const { password_hash } = row as { password_hash?: string | null };
  if (!password_hash || isOwnHash(password_hash)) return;
  throw new CannotStartError(`a password in the table ${table} was not stored by Vitrine. Do not trust this library`);
}

async function insertRows(
  trx: Transaction<Schema>,
  table: LibraryTable | "variant" | "album_photo",
  rows: readonly object[],
) {
  // The rows fit the table: the database is at the migration they come from.
  if (rows.length > 0)
    await trx
      .insertInto(table)
      .values(rows as never)
      .execute();
}

/** Inserting explicit ids does not advance PostgreSQL's sequences. */
async function advanceSequences(trx: Transaction<Schema>, tables: readonly LibraryTable[]): Promise<void> {
  for (const table of tables.filter((table) => table !== "setting")) {
    await sql`
      select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), max(id)) from ${sql.table(table)} having max(id) > 0
    `.execute(trx);
  }
}
