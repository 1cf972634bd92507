import { sql } from "kysely";
import { slugOf } from "../../../contract/slug.ts";
import { transaction } from "../../db/connect.ts";
import type { Db } from "../../db/schema.ts";
import { findCategories, insertCategory } from "../../library/shown/categories.queries.ts";
import { photoCategoryOf } from "../../library/shown/categories.ts";
import type { Finding } from "./findings.ts";

/** Categories that albums or photos name and that do not exist: the admin area would list those albums nowhere. */
export async function* findMissingCategories(db: Db): AsyncGenerator<Finding> {
  const known = new Set((await findCategories(db)).map(({ key }) => photoCategoryOf(key)));
  // Not with `upper`: one of the databases knows only the letters of English.
  const { rows } = await sql<{ category: string }>`
    select category from album union select category from photo order by category
  `.execute(db);
  const missing = rows.filter(({ category }) => !known.has(photoCategoryOf(category)));
  for (const key of new Set(missing.map(({ category }) => slugOf(category)))) yield { kind: "category-missing", key };
}

/** Adds it, hidden: the owner decides what visitors see of it. */
export async function addMissingCategory(db: Db, key: string): Promise<void> {
  await transaction(db, async (trx) => {
    const position = (await findCategories(trx)).length;
    await insertCategory(trx, { key, name: key, position, hidden: 1 });
  });
}
