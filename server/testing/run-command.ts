import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { S3Env } from "../../rig/s3-bucket.ts";
import type { Config } from "../config.ts";

export type CommandResult = { code: number | null; out: string; err: string };

/** Where a library is. */
export type Place = Pick<Config, "dataDir" | "databaseUrl"> & Partial<Pick<Config, "s3">>;

const CLI = fileURLToPath(new URL("../cli/", import.meta.url));

/** Runs a command of ours as its own process, on the library of a test server. */
export async function runCommand(
  name: "doctor" | "backup" | "restore" | "migrate" | "set-password",
  place: Place,
  args: readonly string[] = [],
  { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [`${CLI}${name}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ...storageEnv(place), ...env },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

function storageEnv({ s3 }: Place): Partial<S3Env> {
  if (!s3) return {};
  return {
    STORAGE_URL: `s3://${s3.bucket}?endpoint=${s3.endpoint}&region=${s3.region}`,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}
