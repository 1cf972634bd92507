import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";

export type CommandResult = { code: number | null; out: string; err: string };

const CLI = fileURLToPath(new URL("../cli/", import.meta.url));

/** Runs a command of ours as its own process, on the library of a test server. */
export async function runCommand(
  name: "doctor" | "backup" | "restore" | "set-password",
  config: Pick<Config, "dataDir" | "databaseUrl">,
  args: readonly string[] = [],
  input = "",
): Promise<CommandResult> {
  const child = spawn(process.execPath, [`${CLI}${name}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}
