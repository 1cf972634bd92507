import { open } from "node:fs/promises";
import { BackupDamagedError } from "./backup-format.ts";

/** A row as one line. JSON allows U+2028 and U+2029 unescaped, but some line readers split at them. */
export function rowLine(row: object): string {
  const json = JSON.stringify(row).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `${json}\n`;
}

export async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new BackupDamagedError(path);
    throw error;
  });
  try {
    yield* file.readLines();
  } finally {
    await file.close();
  }
}
