import type { Insertable } from "kysely";
import type { Db, Schema } from "../platform/db/schema.ts";

export function insertAudit(db: Db, row: Insertable<Schema["audit_log"]>) {
  return db.insertInto("audit_log").values(row).execute();
}
