import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { login } from "../contract/auth.ts";
import { type Client, createClient } from "./client.ts";
import { stoppable } from "./stoppable.ts";

const MAIN = join(import.meta.dirname, "..", "server", "main.ts");
export const ADMIN = { email: "admin@example.com", password: "correct horse battery" };

/** By data folder: a token outlives the server, and signing in after each of many restarts would hit the rate limit. */
const tokens = new Map<string, string>();

export type SpawnedServer = AsyncDisposable & {
  pid: number;
  url: string;
  dataDir: string;
  startMs: number;
  /** Where to set the admin password: printed at the start while none is set. */
  setupLink(): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** The exit status, or null if a signal ended it. */
  ended: Promise<number | null>;
  /** Sends a signal, SIGTERM unless another is given, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type ServerProcess = SpawnedServer & {
  /** Signed in; `admin.token` is what the browser keeps. */
  admin: Client;
  visitor: Client;
};

/** A user to run as, a command that becomes the server's process, and another entry point. */
type Running = { uid?: number; gid?: number; command?: readonly string[]; main?: string };

/** The server as an operator runs it, with the admin signed in. Rejects with the line it prints if it refuses to start. */
export async function startServerProcess(
  dataDir: string,
  env: Record<string, string> = {},
  running: Running = {},
): Promise<ServerProcess> {
  const server = await spawnServer(dataDir, { ADMIN_PASSWORD: ADMIN.password, ...env }, running);
  try {
    const visitor = createClient(server.url);
    const token = tokens.get(dataDir) ?? (await visitor.call(login, { body: ADMIN })).token;
    tokens.set(dataDir, token);
    return { ...server, visitor, admin: createClient(server.url, token) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The server on a free port, without a password unless the environment sets one. */
export async function spawnServer(
  dataDir: string,
  env: Record<string, string>,
  { command = [], main = MAIN, ...identity }: Running = {},
): Promise<SpawnedServer> {
  const startedAt = performance.now();
  const [program = process.execPath, ...parameters] = [...command, process.execPath, main];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const server = spawn(program, parameters, {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), PORT: "0", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...identity,
  });
  const ended = once(server, "exit").then(([status]) => status as number | null);
  const printed = readLines(server);
  const url = await printed(/Vitrine is at (\S+)\n/);
  if (server.pid === undefined) throw new Error("the server runs, so it has an id");
  return stoppable({
    pid: server.pid,
    url,
    dataDir,
    startMs: performance.now() - startedAt,
    setupLink: () => printed(/Set the admin password at (\S+)\n/),
    signal: (signal: NodeJS.Signals) => void server.kill(signal),
    ended,
    stop(signal: NodeJS.Signals = "SIGTERM") {
      server.kill(signal);
      return ended;
    },
  });
}

/** Collects the output to its end: a server that cannot write its log stops. */
function readLines({ stdout, stderr }: ChildProcess): (pattern: RegExp) => Promise<string> {
  if (!stdout || !stderr) throw new Error("the server's output is piped");
  const complaint = text(stderr);
  let output = "";
  stdout.on("data", (chunk) => {
    output += chunk;
  });
  return (pattern) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)?.[1];
        if (found) resolve(found);
      };
      look();
      stdout.on("data", look);
      stdout.once("end", async () => reject(new Error(await complaint)));
    });
}
