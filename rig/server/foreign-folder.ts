import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type CommandResult, runCommand } from "./run-command.ts";
import type { TestServer } from "./start-test-server.ts";

/** A folder as its owner has it from another program, removed after the test. */
export async function foreignFolder(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-from-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** Beside the running server. */
export const moveIn = (
  { deps }: TestServer,
  from: string,
  path: string,
  ...options: string[]
): Promise<CommandResult> => runCommand("import", deps.config, ["--from", from, path, ...options]);

/** Where a visitor with an old link ends up: the status, and the path if it is a redirect. */
export async function follow({ url }: TestServer, link: string): Promise<string> {
  const response = await fetch(url + link, { redirect: "manual" });
  return [response.status, response.headers.get("location")].filter((part) => part !== null).join(" ");
}
