import { sql } from "kysely";
import { type AnyDb, run } from "../migration.ts";

/** By which other programs know a photo again. Those of the photos so far are read from their files later. */
export async function up(db: AnyDb): Promise<void> {
  await run(db, [
    "alter table photo add column document_id text",
    "create index photo_document_id on photo (document_id, id) where document_id is not null",
  ]);
  await sql`
    insert into setting (key, value)
    select 'document_ids_below', cast(max(id) + 1 as text) from photo having max(id) is not null
  `.execute(db);
}
