import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readSchema, type TypedColumn } from "../../rig/server/read-schema.ts";
import { startTestServer } from "../../rig/server/start-test-server.ts";
import type { Db } from "./schema.ts";

/** They have a default for the rows of older libraries only: the types make every new one name them. */
const ALWAYS_GIVEN = ["photo.source_filename", "room_photo.sha256"];

test("the database has the tables and columns that its types describe, and no others", async () => {
  const { deps } = await startTestServer();

  const types = readSchema(join(import.meta.dirname, "schema.ts"), "Schema");
  const columns = await readColumns(deps.db);

  expect(types.size).toBeGreaterThan(0);
  expect(Object.fromEntries(columns)).toEqual(
    Object.fromEntries([...types].map(([name, type]) => [name, expectedOf(name, type, columns.get(name))])),
  );
});

type Column = { isNullable: boolean; hasDefault: boolean; values: "text" | "integer" };

/** A nullable column may be left out with and without `Generated`, so that its default cannot be read from its type. */
function expectedOf(name: string, { isNullable, isGenerated, values }: TypedColumn, found: Column | undefined) {
  return {
    isNullable,
    hasDefault: isNullable ? found?.hasDefault : isGenerated || ALWAYS_GIVEN.includes(name),
    values: values ?? found?.values,
  };
}

async function readColumns(db: Db): Promise<Map<string, Column>> {
  const columns = new Map<string, Column>();
  for (const table of await db.introspection.getTables()) {
    // Older versions kept jobs in a schema of their own.
    if (table.schema !== undefined && table.schema !== "public") continue;
    const keys = table.schema === undefined ? await primaryKeyOf(db, table.name) : [];
    for (const { name, dataType, isNullable, isAutoIncrementing, hasDefaultValue } of table.columns) {
      columns.set(`${table.name}.${name}`, {
        isNullable: isNullable && !keys.includes(name),
        hasDefault: isAutoIncrementing || hasDefaultValue,
        values: /text/i.test(dataType) ? "text" : "integer",
      });
    }
  }
  return columns;
}

/** SQLite calls the columns of a primary key nullable unless the table says otherwise. */
async function primaryKeyOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0`.execute(db);
  return rows.map(({ name }) => name);
}
