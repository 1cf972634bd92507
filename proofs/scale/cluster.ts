import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Client, createClient } from "../../rig/client.ts";
import { startNginx } from "../../rig/nginx.ts";
import { type Postgres, startPostgres } from "../../rig/postgres.ts";
import { makeBucket, type S3Env } from "../../rig/s3-bucket.ts";
import type { LibraryLocation } from "../../rig/server/run-command.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { stoppable } from "../../rig/stoppable.ts";
import { readConfig } from "../../server/config.ts";
import { type Ceph, startCeph } from "./ceph.ts";

export type Engines = AsyncDisposable & { postgres: Postgres; ceph: Ceph; stop(): Promise<void> };

/** What all nodes share. */
export async function startEngines(): Promise<Engines> {
  const [postgres, ceph] = await Promise.all([startPostgres(), startCeph()]);
  return stoppable({
    postgres,
    ceph,
    async stop() {
      await Promise.all([postgres.stop(), ceph.stop()]);
    },
  });
}

export type Cluster = AsyncDisposable & {
  env: S3Env & { DATABASE_URL: string };
  /** Where commands find the library. */
  place: LibraryLocation;
  /** With its own folder, and pinned to a core if one is given. */
  startNode(core?: number): Promise<ServerProcess>;
  stop(): Promise<void>;
};

let clusters = 0;

/** An empty library on the engines. S3 may be reached through another URL, such as a proxy. */
export async function createCluster({ postgres, ceph }: Engines, s3Url = ceph.endpoint): Promise<Cluster> {
  const home = await mkdtemp(join(tmpdir(), "vitrine-scale-"));
  const database = `cluster_${++clusters}`;
  await query(postgres.url, `create database ${database}`);
  const bucket = await makeBucket(ceph.endpoint);
  const env = {
    ...bucket,
    STORAGE_URL: bucket.STORAGE_URL.replace(ceph.endpoint, s3Url),
    DATABASE_URL: postgres.url.replace(/\/postgres$/, `/${database}`),
    // Each node has its own folder, and they all must agree on signed URLs.
    SIGNING_KEY_FILE: join(home, "signing.key"),
  };
  const nodes: ServerProcess[] = [];
  return stoppable({
    env,
    place: readConfig({ ...bucket, DATABASE_URL: env.DATABASE_URL, DATA_DIR: join(home, "commands") }),
    async startNode(core?: number) {
      const dataDir = join(home, `node-${nodes.length + 1}`);
      await mkdir(dataDir, { recursive: true });
      const command = core === undefined ? [] : ["taskset", "--cpu-list", String(core)];
      const node = await startServerProcess(dataDir, env, { command });
      nodes.push(node);
      return node;
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await rm(home, { recursive: true, force: true });
    },
  });
}

export async function query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export type Balancer = AsyncDisposable & { admin: Client; visitor: Client; stop(): Promise<void> };

/** nginx in front of the nodes, sending requests to each in turn. */
export async function startBalancer(nodes: readonly ServerProcess[]): Promise<Balancer> {
  const servers = nodes.map(({ url }) => `server ${new URL(url).host};`).join(" ");
  const nginx = await startNginx(
    (port) => `
  upstream vitrine { ${servers} }
  client_max_body_size 0;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://vitrine;
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_read_timeout 300s;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }`,
  );
  return stoppable({
    admin: createClient(nginx.url, nodes[0]?.admin.token),
    visitor: createClient(nginx.url),
    stop: nginx.stop,
  });
}
