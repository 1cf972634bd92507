import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PASSWORD_MIN_CHARS } from "../../../contract/limits.ts";

/** 49,233 passwords by how often they were found in leaks, the most common first. MIT licence. */
const LIST = "@zxcvbn-ts/language-common/src/passwords.json";

export const COMMON_PASSWORD = "This password is one of the most common ones. Choose another.";

export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return common.has(password.toLowerCase());
}

/** Read when a password is set, which is rare. */
let common: ReadonlySet<string> | undefined;

function readList(): ReadonlySet<string> {
  // A list of strings, in lower case.
  const all = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(LIST), "utf8")) as string[];
  // Shorter ones are refused for their length.
  return new Set(all.filter(({ length }) => length >= PASSWORD_MIN_CHARS));
}
