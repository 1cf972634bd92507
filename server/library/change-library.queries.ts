import { sql, type Transaction } from "kysely";
import type { Schema } from "../db/schema.ts";
import { VERSION_SETTING } from "../platform/nodes/changes.ts";

export async function raiseLibraryVersion(trx: Transaction<Schema>): Promise<void> {
  await sql`
    insert into setting (key, value) values (${VERSION_SETTING}, '1')
    on conflict (key) do update set value = cast(cast(setting.value as integer) + 1 as text)
  `.execute(trx);
}
