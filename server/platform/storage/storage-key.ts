import { dirname } from "node:path";
import { StorageError } from "./storage-error.ts";

/** Names with slashes between them. None begins with a dot, so none leads up or is hidden. */
const KEY = /^[\w-]+(\.\w+)*(\/[\w-]+(\.\w+)*)*$/;

/** Throws for anything else: a key from a database that somebody has tampered with must not name any other file. */
export function requireKey(key: string): string {
  if (KEY.test(key) && key.length <= 500) return key;
  throw refusedKey(key, "it is not a key of this storage");
}

export function refusedKey(key: string, reason: string): StorageError {
  const details = { operation: "find the file", target_directory: dirname(key) };
  return new StorageError("FILE_STORAGE_ERROR", details, new Error(`${JSON.stringify(key)} is refused: ${reason}`));
}
