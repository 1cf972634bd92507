import { paths } from "../../../contract/paths.ts";
import type { NewForeignAddress } from "../../db/foreign-address-table.ts";
import type { Db } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { changeLibrary } from "../change-library.ts";
import { findForeign, insertForeignAddresses } from "./foreign-addresses.queries.ts";

// Addresses of the site that a library came from. They lead to what was there, as far as visitors see it.

/** Longer ones are no links that anyone keeps. */
const MAX_CHARS = 500;
/** An address has fewer parts; each is one more parameter of a query that anyone can cause. */
const MAX_CANDIDATES = 12;
const ROWS_PER_INSERT = 200;

/**
 * The one spelling of a path with its query: `/index.php?/category/12/`, `/index/category/12` and `/category/12` are one.
 * Which of them a program writes depends on its settings and on the web server. Undefined for what is no such address.
 */
export function addressKey(target: string): string | undefined {
  const [whole = ""] = target.split("#");
  if (!whole.startsWith("/") || whole.length > MAX_CHARS) return undefined;
  const key = decoded(whole)
    .replace(/\/index(\.php)?(?=[/?]|$)/, "")
    .replace(/\.php(?=[/?]|$)/, "")
    .replace(/\/*\?\//, "/")
    .replace(/\/+(?=\?|$)/, "")
    .normalize("NFC");
  if (key === "" || /\p{Cc}/u.test(key)) return undefined;
  return key.startsWith("?") ? `/${key}` : key;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * The address and its beginnings, longest first: the second page of an album, or a photo that is gone, leads to the album.
 * `12-lisboa` may also be stored as `12`. Without its query, an address is another one.
 */
function addressCandidates(target: string): string[] {
  const key = addressKey(target);
  if (key === undefined) return [];
  const [path = "", query] = key.split("?", 2);
  const [parts, separator, start] = query === undefined ? [path, "/", ""] : [query, "&", `${path}?`];
  const segments = parts.split(separator);
  const candidates: string[] = [];
  for (let count = segments.length; count > 0; count--) {
    const candidate = start + segments.slice(0, count).join(separator);
    const numbered = /^(.*\/\d+)-[^/?]*$/.exec(candidate)?.[1];
    candidates.push(candidate, ...(numbered === undefined ? [] : [numbered]));
  }
  return candidates.filter((candidate) => candidate !== "").slice(-MAX_CANDIDATES);
}

/** Where an address of another site leads. Undefined when nothing that visitors see was there. */
export async function findForeignPath(
  db: Db,
  target: string,
  which: "whole" | "beginning",
): Promise<string | undefined> {
  const candidates = which === "whole" ? [addressKey(target) ?? ""] : addressCandidates(target);
  if (candidates.length === 0) return undefined;
  const found = await findForeign(db, candidates);
  const [best] = found.sort((a, b) => b.address.length - a.address.length);
  if (!best) return undefined;
  if (best.key !== null) return paths.category(best.key);
  if (best.category === null || best.slug === null) return undefined;
  const url = paths.album({ category: best.category, slug: best.slug });
  return best.photo_id === null ? url : paths.photo({ url }, best.photo_id);
}

/** Leaves out those that lead somewhere already: the first import is the owner's choice. */
export async function addForeignAddresses(deps: Deps, rows: readonly NewForeignAddress[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await changeLibrary(deps, (trx) => insertForeignAddresses(trx, rows.slice(start, start + ROWS_PER_INSERT)));
  }
}
