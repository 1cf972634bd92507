import { spawn } from "node:child_process";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "../../server/cli/command/command.ts";
import type { Config } from "../../server/config.ts";
import type { S3Env } from "../s3-bucket.ts";
import { imagesWithoutBackground } from "./images-for-tests.ts";

export type CommandResult = { code: number | null; out: string; err: string };

/** Where a library is. */
export type LibraryLocation = Pick<Config, "dataDir" | "databaseUrl"> & Partial<Pick<Config, "s3">>;

type CommandName =
  | "backup"
  | "check-release"
  | "demo"
  | "doctor"
  | "export"
  | "import"
  | "migrate"
  | "report-failure"
  | "restore"
  | "set-password";
type Given = { input?: string; env?: Record<string, string> };

const CLI = join(import.meta.dirname, "..", "..", "server", "cli");

/** Runs a command in this process: starting a process takes longer than most commands do. */
export async function runCommand(
  name: CommandName,
  location: LibraryLocation,
  args: readonly string[] = [],
  { input = "", env = {} }: Given = {},
): Promise<CommandResult> {
  // Every command exports its entry point under this name.
  const { run } = (await import(join(CLI, `${name}.ts`))) as { run: Command };
  const result = { out: "", err: "" };
  const writeTo = (stream: "out" | "err") => ({
    write(text: string) {
      result[stream] += text;
    },
  });
  const io = {
    env: { ...locationEnv(location), ...env },
    stdin: Readable.from([input]),
    stdout: writeTo("out"),
    stderr: writeTo("err"),
    // Starting a process for pictures takes longer than most commands do.
    images: imagesWithoutBackground,
  };
  return { code: await run(args, io), ...result };
}

/** Runs a command as its own process, as an operator does. */
export async function spawnCommand(
  name: CommandName,
  location: LibraryLocation,
  args: readonly string[] = [],
  { input = "", env = {} }: Given = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(CLI, `${name}.ts`), ...args], {
    env: { ...process.env, ...locationEnv(location), ...env },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

function locationEnv({ dataDir, databaseUrl, s3 }: LibraryLocation): Record<string, string> & Partial<S3Env> {
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(s3 && {
      STORAGE_URL: `s3://${s3.bucket}?endpoint=${s3.endpoint}&region=${s3.region}`,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }),
  };
}
