import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Database, DialectName } from "../../db/connect.ts";
import type { Finding, SchemaPart } from "./findings.ts";

type Part = { type: SchemaPart; name: string; table: string; definition: string };

/** With the beginning of the SHA-256 of its definition, as the migrations leave it. */
const OWN: Record<DialectName, Record<string, string>> = {
  sqlite: {
    album_photo_visibility: "7afdaafcd91577fa",
    photo_counted_anew: "627c5f8746ad2b8f",
    photo_counted_in: "d70abd0edeb7ed56",
    photo_counted_out: "83e23fb76f1be193",
  },
  postgres: {
    album_photo_visibility: "a337154bf3db3b7d",
    photo_counted_on_delete: "a5ca4d2593fe9fe0",
    photo_counted_on_insert: "6e059eaf819668ff",
    photo_counted_on_update: "61a7103f14acfde1",
  },
};

const PARTS: Record<DialectName, RawBuilder<Part>> = {
  sqlite: sql`
    select type, name, tbl_name as "table", sql as definition from sqlite_schema where type in ('trigger', 'view')
    order by type, name
  `,
  // A trigger's own text has the names of the schema and of the version; its function has what it does.
  postgres: sql`
    select 'trigger' as type, tgname as name, relname as "table", concat_ws(' ', tgenabled, tgtype, prosrc) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
    union all
    select 'rule', rulename, tablename, definition from pg_rules where schemaname = current_schema()
    union all
    select 'view', relname, relname, '' from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('v', 'm')
      and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by type, name
  `,
};

/** A trigger or a rule runs with every change of its table, and a view can stand where a table was. */
export async function* findForeignSchema({ db, dialect }: Pick<Database, "db" | "dialect">): AsyncGenerator<Finding> {
  for (const { type, name, table, definition } of (await PARTS[dialect].execute(db)).rows) {
    const own = OWN[dialect][name];
    const hash = createHash("sha256").update(definition).digest("hex").slice(0, 16);
    if (hash !== own) yield { kind: own ? "schema-changed" : "schema-foreign", type, name, table };
  }
}
