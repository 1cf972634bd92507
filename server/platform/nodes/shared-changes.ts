import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { type Changes, countChanges, VERSION_SETTING } from "./changes.ts";
import { SERVER_CONNECTION } from "./servers.queries.ts";

const CHANNEL = "library_changed";
const HEARTBEAT_MS = 1_000;
/** With the heartbeat: a change that could not be heard of is known within two seconds. */
const ANSWER_LIMIT_MS = 1_000;

/**
 * For several servers on one PostgreSQL: each commit tells the others, who throw away what they kept a moment later.
 * Whoever cannot listen keeps nothing until it can again.
 */
export async function shareChanges(connectionString: string, log: FastifyBaseLogger): Promise<Changes> {
  const own = randomUUID();
  const local = countChanges();
  const hear = (sender: string | undefined) => {
    if (sender !== own) local.publish();
  };
  let ear = await openEar(connectionString, hear);
  let seen: string | undefined;

  /** Mends a broken connection, and finds what a proxy before the database has kept from being heard. */
  async function check(): Promise<void> {
    try {
      if (!ear.isOpen()) ear = await openEar(connectionString, hear);
      const version = await ear.readVersion();
      if (version !== seen) local.publish();
      seen = version;
    } catch (error) {
      log.warn({ err: error }, "cannot hear of other servers' changes, so nothing is kept in memory");
      ear.close();
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
      if (!ear.isOpen()) local.publish();
      return local.version();
    },
    announce: async (trx) => {
      await sql`select pg_notify(${CHANNEL}, ${own})`.execute(trx);
    },
    publish: local.publish,
    async close() {
      stopping.abort();
      await checking;
      ear.close();
    },
  };
}

/** A connection of its own: one from the pool would take what it hears back with it. */
async function openEar(connectionString: string, hear: (sender: string | undefined) => void) {
  const client = new pg.Client({
    connectionString,
    application_name: SERVER_CONNECTION,
    query_timeout: ANSWER_LIMIT_MS,
  });
  let isOpen = true;
  const close = () => {
    isOpen = false;
    client.end().catch(() => {});
  };
  client.on("notification", ({ payload }) => hear(payload));
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
