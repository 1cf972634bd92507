import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../platform/db/schema.ts";
import { ensureSetting } from "./settings.queries.ts";

const KEY_NAME = "signing_key";
const HALF_DAY_SECONDS = 12 * 60 * 60;

/** All servers of the library share one key, made by the first to start. */
export async function readSigningKey(db: Db): Promise<Buffer> {
  return Buffer.from(await ensureSetting(db, KEY_NAME, randomBytes(32).toString("base64url")), "base64url");
}

/**
 * Adds a signature that is valid for 12 to 24 hours. Its end is rounded, so the same picture keeps the same address for
 * half a day and browsers can cache it.
 */
export function signPath(key: Buffer, path: string, now: Date): string {
  const halfDays = Math.floor(now.getTime() / 1000 / HALF_DAY_SECONDS) + 2;
  return signPathUntil(key, path, halfDays * HALF_DAY_SECONDS);
}

export function signPathUntil(key: Buffer, path: string, expires: number): string {
  return `${path}?expires=${expires}&signature=${sign(key, path, expires)}`;
}

export function isSigned(
  key: Buffer,
  path: string,
  query: { expires?: string; signature?: string },
  now: Date,
): boolean {
  const expires = Number(query.expires);
  if (!query.signature || !Number.isInteger(expires) || expires * 1000 < now.getTime()) return false;
  const given = Buffer.from(query.signature);
  const right = Buffer.from(sign(key, path, expires));
  return given.length === right.length && timingSafeEqual(given, right);
}

function sign(key: Buffer, path: string, expires: number): string {
  return createHmac("sha256", key).update(`${expires}:${path}`).digest("base64url");
}
