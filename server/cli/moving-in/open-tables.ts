import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CannotStartError } from "../../errors.ts";
import type { Row, Tables } from "./foreign-library.ts";
import { readSqlDump } from "./sql-dump.ts";

const MAX_MB = 400;
const SQLITE = "SQLite format 3\0";

/**
 * The tables of a program, by their names without the prefix that its owner chose. `marks` are tables that it always has:
 * by them the prefix is found.
 */
export async function openTables(
  path: string,
  program: string,
  { marks, others }: { marks: string[]; others: string[] },
): Promise<Tables> {
  const text = await readSmallFile(path);
  const wanted = [...marks, ...others];
  const name = basename(path);
  const tables = text.startsWith(SQLITE) ? readSqlite(path, wanted) : readSqlDump(text, name, wanted);
  const [mark = ""] = marks;
  const prefix = tables.names
    .filter((table) => table.endsWith(mark))
    .map((table) => table.slice(0, table.length - mark.length))
    .find((prefix) => marks.every((each) => tables.names.includes(prefix + each)));
  if (prefix === undefined) {
    throw new CannotStartError(`${name} does not have the tables of ${program}: ${marks.join(", ")}`);
  }
  return {
    names: tables.names.filter((table) => table.startsWith(prefix)).map((table) => table.slice(prefix.length)),
    rows: (table) => tables.rows(prefix + table),
  };
}

/** A description is read as a whole, so it must fit into memory. */
export async function readSmallFile(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_MB * 1024 ** 2) {
    throw new CannotStartError(`${basename(path)} is larger than ${MAX_MB} MB. Export it without tables of logs`);
  }
  const bytes = await readFile(path);
  // What `mysqldump > file.sql` writes in PowerShell.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? "utf16le" : "utf8");
}

function readSqlite(path: string, wanted: readonly string[]): Tables {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const list = database.prepare("select name from sqlite_master where type = 'table'").all();
    const names = list.map(({ name }) => String(name));
    const rows = new Map<string, Row[]>();
    for (const name of names.filter((each) => wanted.some((ending) => each.endsWith(ending)))) {
      const all = database.prepare(`select * from "${name.replaceAll('"', '""')}"`).all();
      // Columns of these programs hold no blobs that we read.
      rows.set(name, all as Row[]);
    }
    return { names, rows: (table) => rows.get(table) ?? [] };
  } catch (error) {
    throw new CannotStartError(`${basename(path)} cannot be read: ${(error as Error).message}`);
  } finally {
    database.close();
  }
}
