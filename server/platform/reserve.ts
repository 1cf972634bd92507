import { randomBytes } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { readDiskSpace, reserveSize } from "./disk-space.ts";
import { type Repeated, repeat } from "./repeat.ts";
import { writeSynced } from "./storage/durable.ts";

const LOOK_EVERY_MS = 60_000;
/** Soon, but not while the first visitors wait for the start. */
const FIRST_AFTER_MS = 2_000;

/**
 * A file that only takes up space. When the disk is full, the database gives it up and can then write again. Without
 * it, the owner could not sign in to delete the photos that fill the disk (decision 024).
 */
const pathOf = (dataDir: string) => join(dataDir, "reserve");

/** True if there was one to give up. */
export function releaseReserve(dataDir: string): boolean {
  const isThere = statSync(pathOf(dataDir), { throwIfNoEntry: false }) !== undefined;
  if (isThere) rmSync(pathOf(dataDir));
  return isThere;
}

/** Makes the reserve right after the start, and again whenever there is space for it. */
export function startReserve(dataDir: string, log: FastifyBaseLogger): Repeated {
  const failure = "the reserve for a full disk could not be made; will retry";
  return repeat(() => keepReserve(dataDir), { everyMs: LOOK_EVERY_MS, firstAfterMs: FIRST_AFTER_MS, log, failure });
}

export async function keepReserve(dataDir: string): Promise<void> {
  const path = pathOf(dataDir);
  const { totalBytes, level } = await readDiskSpace(dataDir);
  if (level !== "ok" || statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  try {
    // Random: some file systems store zeros without taking up space.
    await writeSynced(path, randomBytes(reserveSize(totalBytes)));
  } catch (error) {
    // Another call made it since the look above.
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    await rm(path, { force: true });
    throw error;
  }
}
