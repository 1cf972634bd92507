import { closeSync, mkdirSync, openSync } from "node:fs";

/** For the owner alone: what is private on the site must not be readable by other users of the machine. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Leaves the mode of an existing folder, which the operator may have chosen, as it is. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Call before a program that sets no mode, such as SQLite, creates the file. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", PRIVATE_FILE));
}
