import { CannotStartError } from "../../errors.ts";
import type { Row, Tables } from "./foreign-library.ts";
import { matchAt, readString, readValue, type SqlText, skipSpace } from "./sql-values.ts";

const NAME = /(?:[`"]?[\w$-]+[`"]?\.)?(?:`((?:[^`]|``)*)`|"([^"]*)"|([\w$]+))/y;
const CREATE = /CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?/iy;
const INSERT = /(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?(?:INTO\s+)?/iy;
/** Lines of a table's definition that are not columns. */
const CONSTRAINT = /(?:PRIMARY|UNIQUE|FULLTEXT|SPATIAL|KEY|INDEX|CONSTRAINT|FOREIGN|CHECK)\b/iy;

/**
 * The tables of a dump by mysqldump or phpMyAdmin: `CREATE TABLE` for the columns, and `INSERT INTO` in one row or many,
 * with or without columns. Keeps the rows of tables whose name ends in one of `wanted`: a dump also has logs and sessions.
 */
export function readSqlDump(text: string, name: string, wanted: readonly string[]): Tables {
  const sql: SqlText = { text, name, at: 0 };
  const columns = new Map<string, string[]>();
  const rows = new Map<string, Row[]>();
  for (skipSpace(sql); sql.at < text.length; skipSpace(sql)) {
    if (matchAt(sql, CREATE)) columns.set(readName(sql), readDefinitions(sql));
    else if (matchAt(sql, INSERT)) {
      const table = readName(sql);
      if (wanted.some((ending) => table.endsWith(ending))) {
        const list = rows.get(table) ?? [];
        readRows(sql, table, { defined: columns.get(table), list });
        rows.set(table, list);
      }
    }
    skipStatement(sql);
  }
  const names = [...new Set([...columns.keys(), ...rows.keys()])];
  return { names, rows: (table) => rows.get(table) ?? [] };
}

/** Adds to the list: a dump may have a statement for each row. */
function readRows(
  sql: SqlText,
  table: string,
  { defined, list }: { defined: string[] | undefined; list: Row[] },
): void {
  skipSpace(sql);
  const columns = sql.text[sql.at] === "(" ? readList(sql, readName) : defined;
  if (!columns) throw new CannotStartError(`${sql.name} has rows of ${table}, but not its columns`);
  skipSpace(sql);
  if (!matchAt(sql, /VALUES?\b/iy)) throw brokenDump(sql);
  do {
    skipSpace(sql);
    const values = readList(sql, readValue);
    list.push(Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])));
    skipSpace(sql);
  } while (matchAt(sql, /,/y));
}

/** In parentheses, with commas between them. */
function readList<T>(sql: SqlText, readOne: (sql: SqlText) => T): T[] {
  if (!matchAt(sql, /\(/y)) throw brokenDump(sql);
  const list: T[] = [];
  do {
    skipSpace(sql);
    list.push(readOne(sql));
    skipSpace(sql);
  } while (matchAt(sql, /,/y));
  if (!matchAt(sql, /\)/y)) throw brokenDump(sql);
  return list;
}

/** The names of a table's columns. */
function readDefinitions(sql: SqlText): string[] {
  skipSpace(sql);
  if (!matchAt(sql, /\(/y)) return [];
  const names: string[] = [];
  for (;;) {
    skipSpace(sql);
    if (!matchAt(sql, CONSTRAINT)) names.push(readName(sql));
    if (skipTo(sql, ",)") === ")") return names;
  }
}

function readName(sql: SqlText): string {
  const found = matchAt(sql, NAME);
  if (!found) throw brokenDump(sql);
  return (found[1]?.replaceAll("``", "`") ?? found[2] ?? found[3] ?? "").normalize();
}

function skipStatement(sql: SqlText): void {
  if (skipTo(sql, ";") === undefined) throw brokenDump(sql);
}

/** Behind the next of these characters that is in no string, comment or parentheses. Undefined at the end of the text. */
function skipTo(sql: SqlText, ends: string): string | undefined {
  let depth = 0;
  while (sql.at < sql.text.length) {
    matchAt(sql, /[^'"`;,()#/-]+/y);
    const before = sql.at;
    skipSpace(sql);
    if (sql.at > before) continue;
    const letter = sql.text[sql.at] ?? "";
    if (letter === "'" || letter === '"' || letter === "`") readString(sql);
    else {
      sql.at++;
      if (depth === 0 && ends.includes(letter)) return letter;
      if (letter === "(") depth++;
      if (letter === ")") depth--;
    }
  }
  return undefined;
}

const brokenDump = ({ name, at, text }: SqlText) =>
  new CannotStartError(
    at >= text.length
      ? `${name} ends in the middle of a statement. Export it again`
      : `${name} is not a dump by mysqldump or phpMyAdmin (see its character ${at + 1})`,
  );
