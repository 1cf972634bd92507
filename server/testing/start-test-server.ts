import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import pg from "pg";
import { inject } from "vitest";
import { login } from "../../contract/auth.ts";
import { type Client, createClient } from "../../rig/client.ts";
import { makeBucket, type S3Env } from "../../rig/s3-bucket.ts";
import { type Config, readConfig } from "../config.ts";
import { startImages } from "../platform/images/pool.ts";
import { type Site, startSite } from "../start.ts";
import { alternate } from "./alternate.ts";
import { TEMPLATE } from "./postgres-for-tests.ts";
import { createSeed, type Seed } from "./seed.ts";

export const ADMIN = { name: "Ada", email: "admin@example.com", password: "correct horse battery" };

export type TestServer = Site & {
  /** Of one node, where `url` leads to several in turn. */
  nodeUrl: string;
  visitor: Client;
  admin: Client;
  seed: Seed;
  /** The server's clock; what tests move it by counts from the real time. */
  clock: { advanceMs(ms: number): void };
  /** A second server on the same library, as another node would be. On SQLite there is only one: it is this one. */
  startAnother(): Promise<Site>;
  /** Stops this server and starts it again on the same library, perhaps at another address. */
  restart(): Promise<{ admin: Client }>;
};

/** Shared by the servers of this process: its children start with the first picture and end with it. */
const images = startImages();

/** Set by a proof that sends requests to several nodes in turn (see proofs/scale/suite.ts). */
const NODES = Number(process.env.VITRINE_TEST_NODES ?? 1);

const running: (() => Promise<void>)[] = [];

/** After each test (see stop-test-servers.ts). */
export async function stopTestServers(): Promise<void> {
  for (const stop of running.splice(0).reverse()) await stop();
}

/** A fresh server on loopback with its own database, folder and, on S3, bucket, stopped after the test. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  running.push(() => rm(dataDir, { recursive: true, force: true }));
  const place = { DATA_DIR: dataDir, ...(await freshDatabase()), ...(await freshStorage()) };
  const config = readConfig({ PORT: "0", ADMIN_PASSWORD: ADMIN.password, ...place, ...env });

  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const start = async (config: Config) => {
    const site = await startSite(config, { images, log: fastify({ logger: { level: "silent" } }).log, now });
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
  const signedIn = config.adminPassword ? await visitor.call(login, { body: ADMIN }) : undefined;
  const adminOf = ({ url }: Site) => createClient(url, signedIn?.token);
  return {
    ...site,
    url,
    nodeUrl: site.url,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
    visitor,
    admin: createClient(url, signedIn?.token, turns?.send),
    seed: createSeed(site),
    clock: {
      advanceMs: (ms) => {
        offsetMs += ms;
      },
    },
    async restart() {
      running.splice(running.indexOf(site.stop), 1);
      await site.stop();
      return { admin: adminOf(await start(config)) };
    },
    startAnother: async () => (config.databaseUrl ? start(config) : site),
  };
}

/** Files in the server's own folder, where the run is not on S3. */
async function freshStorage(): Promise<Partial<S3Env>> {
  const endpoint = inject("s3Endpoint");
  return endpoint ? makeBucket(endpoint) : {};
}

/** None on SQLite: the server then makes its own file. */
export async function freshDatabase(template = TEMPLATE): Promise<{ DATABASE_URL?: string }> {
  const url = inject("postgresUrl");
  if (!url) return {};
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return { DATABASE_URL: url.replace(/\/postgres$/, `/${name}`) };
}
