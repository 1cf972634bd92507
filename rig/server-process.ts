import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { login } from "../contract/auth.ts";
import { type Client, createClient } from "./client.ts";

const MAIN = join(import.meta.dirname, "..", "server", "main.ts");
const ADMIN = { email: "admin@example.com", password: "correct horse battery" };

/** By data folder: a token outlives the server, and signing in after each of many restarts would meet the limit. */
const tokens = new Map<string, string>();

export type ServerProcess = {
  pid: number;
  url: string;
  admin: Client;
  visitor: Client;
  startMs: number;
  signal(signal: NodeJS.Signals): void;
  /** The exit status, or null where a signal ended it. */
  ended: Promise<number | null>;
};

/** A user to run as, and a command that becomes the server's process. */
type Running = { uid?: number; gid?: number; command?: readonly string[] };

/** The server as an operator runs it: a process of its own that can be killed. Rejects with its one line if it refuses. */
export async function startServerProcess(
  dataDir: string,
  env: Record<string, string> = {},
  { command = [], ...identity }: Running = {},
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const [program = process.execPath, ...parameters] = [...command, process.execPath, MAIN];
  const server = spawn(program, parameters, {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...identity,
  });
  const ended = once(server, "exit").then(([status]) => status as number | null);
  const url = await addressOf(server);
  const startMs = performance.now() - startedAt;
  const visitor = createClient(url);
  const token = tokens.get(dataDir) ?? (await visitor.call(login, { body: ADMIN })).token;
  tokens.set(dataDir, token);
  if (server.pid === undefined) throw new Error("the server runs, so it has an id");
  return {
    pid: server.pid,
    url,
    admin: createClient(url, token),
    visitor,
    startMs,
    signal: (signal) => void server.kill(signal),
    ended,
  };
}

/** Its output is read to the end: a server that cannot write its log any more ends. */
async function addressOf(server: ChildProcess): Promise<string> {
  const complaint = server.stderr ? text(server.stderr) : Promise.resolve("");
  let output = "";
  return new Promise((resolve, reject) => {
    server.stdout?.on("data", (chunk) => {
      output += chunk;
      const url = /Vitrine is at (\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    });
    server.stdout?.once("end", async () => reject(new Error(await complaint)));
  });
}
