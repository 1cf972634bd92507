import { readFileSync, statSync } from "node:fs";
import { CannotStartError } from "../errors.ts";

/**
 * Root may write anywhere, but what it creates in another user's folder, that user's server can neither change nor
 * delete. Every other user is stopped by the permissions of the folder.
 */
export function requireOwner(folder: string): void {
  if (process.geteuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? 0;
  if (owner === 0) return;
  const name = userName(owner);
  throw new CannotStartError(
    `${folder} belongs to ${name}, and this runs as root. Run it as that user: runuser -u ${name} -- …`,
  );
}

/** Whose permissions count. */
export const ownName = (): string => userName(process.geteuid?.() ?? 0);

/** The number, for a user that this machine has no name for. */
export function userName(uid: number): string {
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const found = users.map((line) => line.split(":")).find(([, , id]) => id === String(uid));
  return found?.[0] ?? `#${uid}`;
}
