import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

const CACHED_STATEMENTS = 500;
/** How long a write waits for another process (a backup, the doctor) to release the file. */
const BUSY_LIMIT_MS = 5_000;
const BUSY_RETRY_MS = 20;
const SQLITE_BUSY = 5;

/**
 * SQLite through node:sqlite on two connections: one writer, used in turn, and one reader, which in WAL mode never waits
 * for it. Kysely's own dialect has one connection, so visitors would wait for every upload's commit.
 */
export function sqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new ManyConnectionsAdapter(),
    createDriver: () => sqliteDriver(path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function sqliteDriver(path: string): Driver {
  const writer = openDatabase(path);
  const reader = openDatabase(path);
  const turns = takingTurns();
  /** Connections in a transaction, with the function that ends their turn. */
  const inTransaction = new Map<DatabaseConnection, () => void>();
  /** Connections in a snapshot, each with its own file handle: everyone shares the reader's. */
  const snapshots = new Map<DatabaseConnection, ReturnType<typeof openDatabase>>();

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        if (inTransaction.has(connection)) return writer.run<Row>(query.sql, query.parameters);
        if (query.sql === "begin deferred") snapshots.set(connection, openDatabase(path));
        const snapshot = snapshots.get(connection);
        if (snapshot) return snapshot.run<Row>(query.sql, query.parameters);
        if (/^\s*select\b/i.test(query.sql)) return reader.run<Row>(query.sql, query.parameters);
        const done = await turns.take();
        try {
          return await whenFree(() => writer.run<Row>(query.sql, query.parameters));
        } finally {
          done();
        }
      },
      streamQuery() {
        throw new Error("lists are read in pages, not streamed");
      },
    };
    return connection;
  }

  async function end(connection: DatabaseConnection, command: "commit" | "rollback"): Promise<void> {
    // SQLite rolls back on its own after some errors, such as a full disk.
    if (command === "commit" || writer.isTransaction()) writer.run(command, []);
    inTransaction.get(connection)?.();
    inTransaction.delete(connection);
  }

  return {
    init: async () => {},
    acquireConnection: async () => connect(),
    async releaseConnection(connection) {
      snapshots.get(connection)?.close();
      snapshots.delete(connection);
    },
    async beginTransaction(connection) {
      const done = await turns.take();
      try {
        // All our transactions write. Taking the lock first means they cannot fail half-way because of another one.
        await whenFree(() => writer.run("begin immediate", []));
        inTransaction.set(connection, done);
      } catch (error) {
        done();
        throw error;
      }
    },
    commitTransaction: (connection) => end(connection, "commit"),
    rollbackTransaction: (connection) => end(connection, "rollback"),
    async destroy() {
      reader.close();
      writer.close();
    },
  };
}

/** An open file with a cache of prepared statements. */
function openDatabase(path: string) {
  // Never wait inside SQLite: that would block the whole process.
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 0 });
  database.exec("pragma journal_mode = wal; pragma synchronous = full;");
  const statements = new Map<string, StatementSync>();

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const oldest = statements.keys().next().value;
    if (statements.size >= CACHED_STATEMENTS && oldest !== undefined) statements.delete(oldest);
    statements.set(sql, statement);
    return statement;
  }

  return {
    isTransaction: () => database.isTransaction,
    close: () => database.close(),
    run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
      const statement = prepare(sql);
      // node:sqlite types rows as records; which columns they have is what Kysely derived from the query.
      if (statement.columns().length > 0) return { rows: statement.all(...bindings(parameters)) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...bindings(parameters));
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
  };
}

/** node:sqlite treats an object as named parameters, so a Date would silently be bound to nothing. */
function bindings(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint")
      return value;
    throw new TypeError(`Cannot bind a value of type ${typeof value} in SQL`);
  });
}

async function whenFree<T>(work: () => T): Promise<T> {
  const until = Date.now() + BUSY_LIMIT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error;
      await delay(BUSY_RETRY_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}

/** First come, first served. `take` resolves to the function that ends the turn. */
function takingTurns() {
  let last = Promise.resolve();
  return {
    async take(): Promise<() => void> {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return resolve;
    },
  };
}
