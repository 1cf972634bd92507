import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../../db/schema.ts";
import { ensureSetting } from "../../library/settings.queries.ts";

const SETTING = "setup_code";

/** All servers of the library share one code, kept until the admin's password is set. */
export const readSetupCode = (db: Db): Promise<string> =>
  ensureSetting(db, SETTING, randomBytes(16).toString("base64url"));

export async function isSetupCode(db: Db, given: string): Promise<boolean> {
  return timingSafeEqual(digest(given), digest(await readSetupCode(db)));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
