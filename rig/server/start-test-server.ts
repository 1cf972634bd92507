import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { inject } from "vitest";
import { login } from "../../contract/auth.ts";
import { type Config, readConfig } from "../../server/config.ts";
import type { Log } from "../../server/log.ts";
import { type Site, startSite } from "../../server/start.ts";
import { type Client, createClient } from "../client.ts";
import { makeBucket, type S3Env } from "../s3-bucket.ts";
import { alternate } from "./alternate.ts";
import { emptyLibrary, type Rows, readRows } from "./empty-library.ts";
import { imagesWithoutBackground } from "./images-for-tests.ts";
import { createDatabase, EMPTY_TEMPLATE, SIGNED_IN_TEMPLATE } from "./postgres-for-tests.ts";
import { createSeed, type Seed } from "./seed.ts";
import { ADMIN } from "./template.ts";

export type TestServer = Pick<Site, "deps" | "url" | "routes"> & { visitor: Client; admin: Client; seed: Seed };

/** With what would outlast a test of a shared server. */
export type OwnServer = TestServer & {
  stop(): Promise<void>;
  /** The node that `deps` belong to, when `url` and the clients lead to several in turn. */
  node: { url: string; visitor: Client; admin: Client };
  /** The server's clock, which a test can set ahead of the real time. */
  clock: { now(): Date; advanceMs(ms: number): void };
  /** A second node on the same library. On SQLite, where there can be only one, returns this one. */
  startAnother(): Promise<Site>;
  /** Stops this server and starts it again on the same library, possibly at another URL and with other settings. */
  restart(env?: Record<string, string>): Promise<{ admin: Client; visitor: Client }>;
};

/** Set by a proof that sends requests to several nodes in turn (see proofs/scale/suite.ts). */
const NODES = Number(process.env.VITRINE_TEST_NODES ?? 1);

const running: (() => Promise<void>)[] = [];

/** Runs after each test (see stop-test-servers.ts). */
export const stopTestServers = () => stopAll(running.splice(0));

async function stopAll(stops: (() => Promise<void>)[]): Promise<void> {
  for (const stop of stops.reverse()) await stop();
}

let shared: { server: OwnServer; atStart: Rows; stop(): Promise<void> } | undefined;

/**
 * One server for all tests of a file, each of which begins with an empty library. It is for tests that change no settings
 * and look at no memory of the server: starting takes most of the time of a test that sends a few requests.
 */
export async function shareTestServer(): Promise<TestServer> {
  if (shared) {
    await emptyLibrary(shared.server.deps, shared.atStart);
    return shared.server;
  }
  const server = await startTestServer();
  const stops = running.splice(0);
  shared = { server, atStart: await readRows(server.deps.db), stop: () => stopAll(stops) };
  return server;
}

/** Runs after each file. */
export async function stopSharedServer(): Promise<void> {
  await shared?.stop();
  shared = undefined;
}

/** These decide who signs in and on which database, so a server that is given one starts without the template. */
const OWN_START = ["ADMIN_EMAIL", "ADMIN_PASSWORD", "DATA_DIR", "DATABASE_URL"];

/**
 * A fresh server on loopback with its own database, folder and, on S3, bucket, stopped after the test. The admin is
 * already signed in, because the database is a copy of a signed-in one.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  images = imagesWithoutBackground,
): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  running.push(() => rm(dataDir, { recursive: true, force: true }));
  const isCopied = !OWN_START.some((name) => name in env);
  const database = isCopied ? await signedInDatabase(dataDir) : await freshDatabase();
  const place = { DATA_DIR: dataDir, ...database, ...(await freshStorage()) };
  // A copy has the password: checking at each start that it is still the same would take more than the rest of the start.
  const password = isCopied ? {} : { ADMIN_PASSWORD: ADMIN.password };
  const settings = { PORT: "0", ...password, ...place, ...env };
  const config = readConfig(settings);

  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  // One for all nodes: a test sees what any of them logs.
  const log: Log = pino({ level: "silent" });
  const start = async (config: Config) => {
    const site = await startSite(config, { images, log, now });
    running.push(site.stop);
    return site;
  };
  const site = await start(config);
  const nodes = [site];
  while (config.databaseUrl && nodes.length < NODES) nodes.push(await start(config));
  const turns = nodes.length > 1 ? await alternate(nodes) : undefined;
  if (turns) running.push(turns.stop);
  const url = turns?.url ?? site.url;
  const visitor = createClient(url, undefined, turns?.send);
  const token = isCopied ? inject("adminToken") : await signIn(visitor, config);
  let current = site;
  return {
    ...site,
    url,
    node: { url: site.url, visitor: createClient(site.url), admin: createClient(site.url, token) },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
    visitor,
    admin: createClient(url, token, turns?.send),
    seed: createSeed(site),
    clock: {
      now,
      advanceMs: (ms) => {
        offsetMs += ms;
      },
    },
    async restart(env = {}) {
      running.splice(running.indexOf(current.stop), 1);
      await current.stop();
      current = await start(readConfig({ ...settings, ...env }));
      return { admin: createClient(current.url, token), visitor: createClient(current.url) };
    },
    startAnother: async () => (config.databaseUrl ? start(config) : site),
  };
}

/** Empty unless the run is on S3: the server then keeps files in its data folder. */
async function freshStorage(): Promise<Partial<S3Env>> {
  const endpoint = inject("s3Endpoint");
  return endpoint ? makeBucket(endpoint) : {};
}

/** Undefined when the password has yet to be set. */
async function signIn(visitor: Client, { adminPassword }: Config): Promise<string | undefined> {
  return adminPassword ? (await visitor.call(login, { body: ADMIN })).token : undefined;
}

async function signedInDatabase(dataDir: string): Promise<DatabaseEnv> {
  if (inject("postgresUrl")) return freshDatabase(SIGNED_IN_TEMPLATE);
  await copyFile(inject("sqliteTemplate"), join(dataDir, "vitrine.sqlite"));
  return {};
}

type DatabaseEnv = { DATABASE_URL?: string };

/** Empty on SQLite, where the server creates its own file. */
export async function freshDatabase(template = EMPTY_TEMPLATE): Promise<DatabaseEnv> {
  const url = inject("postgresUrl");
  if (!url) return {};
  return { DATABASE_URL: await createDatabase(url, `test_${randomUUID().replaceAll("-", "")}`, template) };
}
