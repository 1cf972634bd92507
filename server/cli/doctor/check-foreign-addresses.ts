import type { Db } from "../../db/schema.ts";
import type { Finding } from "./findings.ts";

/** Addresses of another site that lead to nothing here. An import that ran again could not take them. */
export async function* findIdleAddresses(db: Db): AsyncGenerator<Finding> {
  const rows = await idle(db).select("address").orderBy("id").execute();
  for (const { address } of rows) yield { kind: "address-idle", address };
}

export async function deleteIdleAddress(db: Db, address: string): Promise<void> {
  const [row] = await idle(db).select("id").where("address", "=", address).execute();
  if (row) await db.deleteFrom("foreign_address").where("id", "=", row.id).execute();
}

const idle = (db: Db) =>
  db
    .selectFrom("foreign_address")
    .where("album_id", "is", null)
    .where("category_id", "is", null)
    .where("photo_id", "is", null);
