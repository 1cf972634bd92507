import { PREFERRED_PHOTO_CATEGORY } from "../../../contract/limits.ts";
import type { Db } from "../../db/schema.ts";
import { invalid } from "../../errors.ts";
import { findCategories } from "./categories.queries.ts";

/** A photo's category is the key of its category in upper case. */
export const photoCategoryOf = (category: string): string => category.toUpperCase();

/** Refuses a category that does not exist. Photos name theirs in upper case. */
export async function requireCategory(db: Db, given: string, present = (key: string) => key): Promise<void> {
  const known = (await findCategories(db)).map(({ key }) => present(key));
  if (!known.includes(given)) throw invalid({ category: [`Category must be one of ${known.join(", ")}`] });
}

/** The category of an unassigned photo: the one given if it exists, else the default. */
export async function looseCategory(db: Db, given: string | undefined): Promise<string> {
  const keys = (await findCategories(db)).map(({ key }) => photoCategoryOf(key));
  const category = [given, PREFERRED_PHOTO_CATEGORY].find((key) => key !== undefined && keys.includes(key)) ?? keys[0];
  // The last one cannot be deleted.
  if (category === undefined) throw new Error("the library has no category");
  return category;
}
