import { link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Fills a library on SQLite up to this many photos with copies of those that it has, in no album. Their pictures are recorded as
 * made, and of the files only those that `keysOf` names exist, as links to the ones that were uploaded.
 */
export async function copyPhotos(
  dataDir: string,
  total: number,
  keysOf: (internalId: string) => readonly string[],
): Promise<void> {
  const db = new DatabaseSync(join(dataDir, "vitrine.sqlite"));
  db.exec("pragma busy_timeout = 10000");
  const copies = copyRows(db, total);
  db.close();
  const pathOf = (key: string) => join(dataDir, "storage", key);
  for (const { source, copy } of copies) {
    const keys = keysOf(copy);
    await mkdir(dirname(pathOf(keys[0] ?? "")), { recursive: true });
    for (const [index, key] of keysOf(source).entries()) await link(pathOf(key), pathOf(keys[index] ?? ""));
  }
}

function copyRows(db: DatabaseSync, total: number): { source: string; copy: string }[] {
  const [{ uploaded }] = db.prepare("select count(*) as uploaded from photo").all() as [{ uploaded: number }];
  // Copies every column except those that identify a photo.
  const own: Record<string, string> = {
    internal_id: "lower(hex(randomblob(16)))",
    album_id: "null",
    // The row it was copied from, for the variants below.
    original_key: "original.internal_id",
    sha256: "lower(hex(randomblob(32)))",
  };
  const columns = columnsOf(db, "photo").filter((name) => name !== "id");
  const ofVariant = columnsOf(db, "variant").filter((name) => name !== "photo_id");
  db.exec("begin immediate");
  db.exec(`
    with recursive round(n) as (select 1 union all select n + 1 from round where n < ${Math.ceil(total / uploaded)})
    insert into photo (${columns.join()})
    select ${columns.map((name) => own[name] ?? `original.${name}`).join()} from round, photo as original
    limit ${total - uploaded};
    insert into variant (photo_id, ${ofVariant.join()})
    select copy.id, ${ofVariant.map((name) => `variant.${name}`).join()}
    from photo as copy
    join photo as original on original.internal_id = copy.original_key
    join variant on variant.photo_id = original.id;
  `);
  db.exec("commit");
  return db
    .prepare("select original_key as source, internal_id as copy from photo where album_id is null")
    .all()
    .map(({ source, copy }) => ({ source: String(source), copy: String(copy) }));
}

const columnsOf = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare("select name from pragma_table_info(?)")
    .all(table)
    .map(({ name }) => String(name));
