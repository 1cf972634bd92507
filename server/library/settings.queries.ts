import type { Db } from "../db/schema.ts";
import { statement } from "../db/statement.ts";

/** Undefined when the setting was never stored. */
export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  return (await settings(db, key))[0]?.value;
}

const settings = statement((db, key: string) => db.selectFrom("setting").select("value").where("key", "=", key));

/** Stores the value unless there is one, and returns what is stored: servers that start together agree on one value. */
export async function ensureSetting(db: Db, key: string, value: string): Promise<string> {
  // Without a write where there is one: a server must start on a full disk, too.
  const known = await readSetting(db, key);
  if (known !== undefined) return known;
  await db
    .insertInto("setting")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const stored = await readSetting(db, key);
  if (stored === undefined) throw new Error(`the setting ${key} is missing right after it was stored`);
  return stored;
}

export async function writeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto("setting")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
