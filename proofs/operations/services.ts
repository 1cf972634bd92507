import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { startPostgres } from "../../rig/postgres.ts";
import { startS3 } from "../../rig/s3.ts";
import { makeBucket } from "../../rig/s3-bucket.ts";

/** A PostgreSQL and an S3 server, both behind a line that can be cut. */
export type Services = {
  databaseUrl: string;
  storageUrl: string;
  keys: { id: string; secret: string };
  database: Line;
  storage: Line;
  /** An empty database and an empty bucket on the same servers. */
  makeEmpty(): Promise<{ databaseUrl: string; storageUrl: string }>;
  stop(): Promise<void>;
};

type Line = { port: number; cut(): Promise<void>; mend(): Promise<void> };

export async function startServices(): Promise<Services> {
  const postgres = await startPostgres();
  const s3 = await startS3();
  const database = await layLine(portOf(postgres.url));
  const storage = await layLine(portOf(s3.endpoint));
  const databaseUrl = throughLine(postgres.url, database);
  const endpoint = throughLine(s3.endpoint, storage);
  return {
    databaseUrl,
    storageUrl: s3.env.STORAGE_URL.replace(s3.endpoint, endpoint),
    keys: { id: s3.env.AWS_ACCESS_KEY_ID, secret: s3.env.AWS_SECRET_ACCESS_KEY },
    database,
    storage,
    async makeEmpty() {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query("create database empty");
      await client.end();
      const { STORAGE_URL } = await makeBucket(endpoint);
      return { databaseUrl: databaseUrl.replace(/\/postgres$/, "/empty"), storageUrl: STORAGE_URL };
    },
    async stop() {
      await database.cut();
      await storage.cut();
      await postgres.stop();
      await s3.stop();
    },
  };
}

const portOf = (url: string) => Number(new URL(url).port);

const throughLine = (url: string, line: Line) => url.replace(`:${portOf(url)}`, `:${line.port}`);

/** Passes bytes on to a port of this machine, until it is cut: then nobody listens. */
async function layLine(target: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}
