import { CannotStartError } from "../../errors.ts";
import type { Row } from "./foreign-library.ts";

/** The text of a dump, and how far it has been read. */
export type SqlText = { readonly text: string; readonly name: string; at: number };

const SPACE = /(?:\s+|--(?=\s)[^\n]*|#[^\n]*)+/y;
const ESCAPES: Record<string, string> = { "0": "\0", b: "\b", n: "\n", r: "\r", t: "\t", Z: "\x1a" };

/** Moves on by what the sticky expression matches here, if it does. */
export function matchAt(sql: SqlText, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = sql.at;
  const found = expression.exec(sql.text);
  if (!found) return undefined;
  sql.at = expression.lastIndex;
  return found;
}

/** Spaces and comments. What mysqldump hides from other databases in comments is not needed. */
export function skipSpace(sql: SqlText): void {
  for (;;) {
    matchAt(sql, SPACE);
    if (!sql.text.startsWith("/*", sql.at)) return;
    const end = sql.text.indexOf("*/", sql.at + 2);
    sql.at = end === -1 ? sql.text.length : end + 2;
  }
}

/** A quoted text, with the escapes of MySQL. */
export function readString(sql: SqlText): string {
  const { text } = sql;
  const quote = text[sql.at] ?? "";
  const pieces: string[] = [];
  let start = ++sql.at;
  for (; sql.at < text.length; sql.at++) {
    const letter = text[sql.at];
    const isEscape = letter === "\\" && quote !== "`";
    if (!isEscape && letter !== quote) continue;
    const next = text[sql.at + 1] ?? "";
    pieces.push(text.slice(start, sql.at));
    if (!isEscape && next !== quote) {
      sql.at++;
      return pieces.join("");
    }
    pieces.push(isEscape ? (ESCAPES[next] ?? next) : quote);
    sql.at++;
    start = sql.at + 1;
  }
  throw new CannotStartError(`${sql.name} ends in the middle of a text. Export it again`);
}

/** One value of a row. Null also for what only the database can compute. */
export function readValue(sql: SqlText): Row[string] {
  // `_binary 'x'` and `N'x'`
  matchAt(sql, /_\w+\s+(?=['"0])|N(?=')/iy);
  const letter = sql.text[sql.at];
  if (letter === "'" || letter === '"') return readString(sql);
  const hex = matchAt(sql, /0x([\da-f]*)/iy);
  if (hex) return Buffer.from(hex[1] ?? "", "hex").toString();
  const bits = matchAt(sql, /b'([01]*)'/iy);
  if (bits) return Number.parseInt(bits[1] || "0", 2);
  const number = matchAt(sql, /[-+]?[\d.]+(?:e[-+]?\d+)?/iy);
  // The ids of some programs are longer than a number is exact.
  if (number) return number[0].length > 15 ? number[0] : Number(number[0]);
  const word = matchAt(sql, /[\w.]+(?:\([^()']*\))?/y);
  if (!word)
    throw new CannotStartError(
      `${sql.name} is not a dump by mysqldump or phpMyAdmin (see its character ${sql.at + 1})`,
    );
  return /^true$/i.test(word[0]) ? 1 : /^false$/i.test(word[0]) ? 0 : null;
}
