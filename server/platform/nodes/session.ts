import pg from "pg";

const TIMEOUT_MS = 2_000;

/** A dedicated connection outside the pool, for locks: they belong to it and end with it. */
export type Session = {
  /** Reconnects after the connection was lost; throws if that fails. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export function openSession(connectionString: string): Session {
  let connection: Promise<pg.Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      application_name: "vitrine-session",
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client.on("error", forget);
    await client.connect();
    // A machine that vanishes closes no connection: PostgreSQL finds out and releases its locks within half a minute.
    await client.query("set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3");
    return client;
  }

  function forget(): void {
    connection?.then((client) => client.end()).catch(() => {});
    connection = undefined;
  }

  async function ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    connection ??= connect();
    try {
      const client = await connection;
      const { rows } = await client.query<Row>(text, [...values]);
      return rows;
    } catch (error) {
      // Its state is unknown: the next query starts on a new connection.
      forget();
      throw error;
    }
  }

  return {
    query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      // In sequence: a connection runs one query at a time.
      const response = last.then(() => ask<Row>(text, values));
      last = response.catch(() => {});
      return response;
    },
    async close() {
      const client = await connection?.catch(() => undefined);
      connection = undefined;
      await client?.end();
    },
  };
}
