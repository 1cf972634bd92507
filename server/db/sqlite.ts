import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
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
import { LRUCache } from "lru-cache";
import { DatabaseReadOnlyError, isDatabaseFull } from "../platform/database-away.ts";

const CACHED_STATEMENTS = 500;
/** How long a write waits for another process (a backup, the doctor) to release the file. */
const BUSY_LIMIT_MS = 5_000;
const BUSY_RETRY_MS = 20;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;

export type SqliteOptions = {
  /** Called when the disk is full. True if that has made space, so that the write may be tried again. */
  onFull(): boolean;
  /** For a disk without space even for the log of changes: opens the file as it is. */
  isReadOnly: boolean;
};

/**
 * SQLite through node:sqlite on two connections: one writer, used in turn, and one reader, which in WAL mode never waits
 * for it. Kysely's own dialect has one connection, so visitors would wait for every upload's commit.
 */
export function sqliteDialect(path: string, options: SqliteOptions): Dialect {
  return {
    createAdapter: () => new OwnAdapter(),
    createDriver: () => sqliteDriver(path, options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class OwnAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** Kysely says that it does not. All migrations of a start are one transaction: none is left half done, and the disk is waited for once. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function sqliteDriver(path: string, { onFull, isReadOnly }: SqliteOptions): Driver {
  const openDatabase = isReadOnly ? openReadOnly : openWritable;
  const writer = openDatabase(path);
  const reader = openDatabase(path);
  const turns = takingTurns();
  /** Connections in a transaction, with the function that ends their turn. */
  const inTransaction = new Map<DatabaseConnection, () => void>();
  /** Connections in a snapshot, each with its own file handle: everyone shares the reader's. */
  const snapshots = new Map<DatabaseConnection, OpenFile>();

  /** In a transaction, which may already be rolled back: the caller starts it again. */
  function noticingFull<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isDatabaseFull(error)) onFull();
      throw error;
    }
  }

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        if (inTransaction.has(connection)) {
          return noticingFull(() => writer.run<Row>(query.sql, query.parameters));
        }
        if (query.sql === "begin deferred") snapshots.set(connection, openDatabase(path));
        const snapshot = snapshots.get(connection);
        if (snapshot) return snapshot.run<Row>(query.sql, query.parameters);
        if (/^\s*select\b/i.test(query.sql)) return reader.run<Row>(query.sql, query.parameters);
        const done = await turns.take();
        try {
          return await writeInTurn<Row>(query.sql, query.parameters);
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

  function writeInTurn<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    return whenFree(() => {
      rollBack();
      return writer.run<Row>(sql, parameters);
    }, onFull);
  }

  /** SQLite rolls back on its own after some errors, such as a full disk. */
  function rollBack(): void {
    if (writer.isTransaction()) noticingFull(() => writer.run("rollback", []));
  }

  function endTurn(connection: DatabaseConnection): void {
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
        await writeInTurn("begin immediate", []);
        inTransaction.set(connection, done);
      } catch (error) {
        done();
        throw error;
      }
    },
    // If it fails, Kysely rolls back.
    async commitTransaction(connection) {
      noticingFull(() => writer.run("commit", []));
      endTurn(connection);
    },
    async rollbackTransaction(connection) {
      try {
        rollBack();
      } finally {
        // If it failed, the next write tries it again before anything else.
        endTurn(connection);
      }
    },
    async destroy() {
      reader.close();
      writer.close();
    },
  };
}

function openWritable(path: string): OpenFile {
  // Never wait inside SQLite: that would block the whole process.
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 0 });
  database.exec("pragma journal_mode = wal; pragma synchronous = full;");
  return preparing(database);
}

/** Without the log of changes: the caller makes sure that it is empty. */
function openReadOnly(path: string): OpenFile {
  const file = pathToFileURL(path);
  file.searchParams.set("immutable", "1");
  const database = preparing(new DatabaseSync(file, { readOnly: true }));
  return {
    ...database,
    run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
      try {
        return database.run<Row>(sql, parameters);
      } catch (error) {
        if (!hasCode(error, SQLITE_READONLY)) throw error;
        throw new DatabaseReadOnlyError("the database is read-only, because the disk was full at the start");
      }
    },
  };
}

type OpenFile = ReturnType<typeof preparing>;
type Prepared = { statement: StatementSync; hasRows: boolean; makerOf: <Row>() => (values: readonly unknown[]) => Row };

/** An open file with a cache of prepared statements. */
function preparing(database: DatabaseSync) {
  // Our triggers need no function that reads files or settings, and those of a file that someone else made must not have one.
  database.exec("pragma trusted_schema = off");
  const statements = new LRUCache<string, Prepared>({ max: CACHED_STATEMENTS });

  function prepare(sql: string): Prepared {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const names = namesOf(statement);
    const hasRows = names.length > 0;
    statement.setReturnArrays(hasRows);
    const make = rowMaker(names);
    // A migration by another process changes which columns `*` means.
    const makerOf = sql.includes("*") ? () => rowMaker(namesOf(statement)) : () => make;
    const prepared: Prepared = { statement, hasRows, makerOf };
    statements.set(sql, prepared);
    return prepared;
  }

  return {
    isTransaction: () => database.isTransaction,
    close: () => database.close(),
    run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
      const { statement, hasRows, makerOf } = prepare(sql);
      if (hasRows) {
        // Arrays, because of `setReturnArrays`.
        const rows = statement.all(...bindings(parameters)) as unknown as unknown[][];
        return { rows: rows.length === 0 ? [] : rows.map(makerOf<Row>()) };
      }
      const { changes, lastInsertRowid } = statement.run(...bindings(parameters));
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
  };
}

const namesOf = (statement: StatementSync) => statement.columns().map(({ name }) => name);

/**
 * Rows as copies of one object. Those of node:sqlite are dictionaries, from which each field is looked up by its name: a
 * page of photos took a tenth longer.
 */
function rowMaker(names: readonly string[]) {
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return <Row>(values: readonly unknown[]): Row => {
    const row = { ...empty };
    for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index];
    // Which columns they have is what Kysely derived from the query.
    return row as Row;
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

async function whenFree<T>(work: () => T, onFull: () => boolean): Promise<T> {
  const until = Date.now() + BUSY_LIMIT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (isDatabaseFull(error) && onFull()) continue;
      if (!isBusy(error) || Date.now() > until) throw error;
      await delay(BUSY_RETRY_MS);
    }
  }
}

const isBusy = (error: unknown) => hasCode(error, SQLITE_BUSY);

/** The upper bits of SQLite's codes are details. */
const hasCode = (error: unknown, code: number) =>
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === code;

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
