import { slugOf } from "../../../contract/slug.ts";

/** API URLs that an album of the same name would hide. */
const RESERVED = new Set(["reorder"]);

/** A title without a usable letter becomes the fallback. */
export const slugBase = (title: string, fallback = "album"): string => slugOf(title) || fallback;

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);

/** The base itself if it is free, else the first free one of `base-2`, `base-3`, … */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  const isFree = (slug: string) => !taken.has(slug) && !isReservedSlug(slug);
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}
