import { createHash, randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { ConfigError } from "../config.ts";
import { PRIVATE_FILE } from "./private-files.ts";

const MIN_CHARS = 32;

/** The secret in the file, which is made if it does not exist. Servers that start together agree on one. */
export function readKeyFile(path: string): Buffer {
  const secret = (readIfThere(path) ?? makeKeyFile(path)).trim();
  if (secret.length < MIN_CHARS) {
    throw new ConfigError(`the key in ${path} is too short. Delete the file, or set SIGNING_KEY_FILE to another one`);
  }
  return createHash("sha256").update(secret).digest();
}

function makeKeyFile(path: string): string {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: PRIVATE_FILE, flush: true });
  try {
    // Unlike a rename, a link never replaces the key that another server has just made.
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, "utf8");
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    return undefined;
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
