import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { type Changes, countChanges, VERSION_SETTING } from "./changes.ts";
import { SERVER_CONNECTION } from "./servers.queries.ts";

const CHANNEL = "library_changed";
const HEARTBEAT_MS = 1_000;
/** Together with the heartbeat, a missed notification is noticed within two seconds. */
const RESPONSE_LIMIT_MS = 1_000;

/**
 * For several servers on one PostgreSQL: each commit notifies the others, which then drop their caches. A server that
 * cannot listen caches nothing until it can again.
 */
export async function shareChanges(connectionString: string, log: FastifyBaseLogger): Promise<Changes> {
  const own = randomUUID();
  const local = countChanges();
  const onNotify = (sender: string | undefined) => {
    if (sender !== own) local.publish();
  };
  let listener = await listen(connectionString, onNotify);
  let seen: string | undefined;

  /** Reconnects if necessary, and catches notifications that a proxy in front of the database has swallowed. */
  async function check(): Promise<void> {
    try {
      if (!listener.isOpen()) listener = await listen(connectionString, onNotify);
      const version = await listener.readVersion();
      if (version !== seen) local.publish();
      seen = version;
    } catch (error) {
      log.warn({ err: error }, "cannot listen for other servers' changes, so nothing is cached");
      listener.close();
    }
  }

  const stopping = new AbortController();
  async function keepChecking(): Promise<void> {
    for (;;) {
      await delay(HEARTBEAT_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      await check();
    }
  }
  const checking = keepChecking();

  return {
    version() {
      if (!listener.isOpen()) local.publish();
      return local.version();
    },
    announce: async (trx) => {
      await sql`select pg_notify(${CHANNEL}, ${own})`.execute(trx);
    },
    publish: local.publish,
    subscribe: local.subscribe,
    async close() {
      stopping.abort();
      await checking;
      listener.close();
    },
  };
}

/** A dedicated connection: one from the pool would be reused, and its notifications lost. */
async function listen(connectionString: string, onNotify: (sender: string | undefined) => void) {
  const client = new pg.Client({
    connectionString,
    application_name: SERVER_CONNECTION,
    query_timeout: RESPONSE_LIMIT_MS,
  });
  let isOpen = true;
  const close = () => {
    isOpen = false;
    client.end().catch(() => {});
  };
  client.on("notification", ({ payload }) => onNotify(payload));
  client.on("error", close);
  client.on("end", close);
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  return {
    isOpen: () => isOpen,
    close,
    async readVersion(): Promise<string | undefined> {
      const { rows } = await client.query<{ value: string }>("select value from setting where key = $1", [
        VERSION_SETTING,
      ]);
      return rows[0]?.value;
    },
  };
}
