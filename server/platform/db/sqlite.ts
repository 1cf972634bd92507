import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SqliteDialect } from "kysely";

const CACHED_STATEMENTS = 500;
const BUSY_TIMEOUT_MS = 5_000;

/** Kysely's own SQLite dialect over node:sqlite, with prepared statements kept. */
export function sqliteDialect(path: string): SqliteDialect {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: BUSY_TIMEOUT_MS });
  database.exec("pragma journal_mode = wal; pragma synchronous = full;");
  const statements = new Map<string, StatementSync>();

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare(sql);
      const oldest = statements.keys().next().value;
      if (statements.size >= CACHED_STATEMENTS && oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
    }
    return statement;
  }

  return new SqliteDialect({
    database: {
      prepare(sql: string) {
        // Every transaction of ours writes: with the lock taken at once it cannot fail half-way for another's.
        const statement = prepare(sql === "begin" ? "begin immediate" : sql);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...bindings(parameters)),
          run: (parameters) => statement.run(...bindings(parameters)),
          iterate: (parameters) => statement.iterate(...bindings(parameters)),
        };
      },
      close: () => database.close(),
    },
  });
}

/** node:sqlite takes an object for named parameters, so a Date would silently be bound to nothing. */
function bindings(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint")
      return value;
    throw new TypeError(`Cannot bind a value of type ${typeof value} in SQL`);
  });
}
