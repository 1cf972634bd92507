import { sql } from "kysely";
import { findCategories, insertCategory } from "../library/categories.queries.ts";
import { transaction } from "../platform/db/connect.ts";
import type { Db } from "../platform/db/schema.ts";
import type { Finding } from "./findings.ts";

/** Categories that albums or photos name and that do not exist: the admin area would list those albums nowhere. */
export async function* findMissingCategories(db: Db): AsyncGenerator<Finding> {
  const { rows } = await sql<{ key: string }>`
    select category as key from album where category not in (select category.key from category)
    union
    select lower(category) as key from photo where category not in (select upper(category.key) from category)
    order by key
  `.execute(db);
  for (const { key } of rows) yield { kind: "category-missing", key };
}

/** Adds it, hidden: the owner decides what visitors see of it. */
export async function addMissingCategory(db: Db, key: string): Promise<void> {
  await transaction(db, async (trx) => {
    const position = (await findCategories(trx)).length;
    await insertCategory(trx, { key, name: key, position, hidden: 1 });
  });
}
