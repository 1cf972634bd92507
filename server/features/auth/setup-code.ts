import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Config } from "../../config.ts";
import type { Db } from "../../platform/db/schema.ts";

const SETTING = "setup_code";
const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** Whoever can reach a site first could claim it: from outside, only the one who reads the server's output may. */
export function setupCodeRequired({ host, publicUrl, trustProxy }: Config): boolean {
  return !LOOPBACK.includes(host) || publicUrl !== undefined || trustProxy > 0;
}

/** One code for all nodes, kept until the admin's password is set. */
export async function readSetupCode(db: Db): Promise<string> {
  await db
    .insertInto("setting")
    .values({ key: SETTING, value: randomBytes(16).toString("base64url") })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const row = await db.selectFrom("setting").select("value").where("key", "=", SETTING).executeTakeFirstOrThrow();
  return row.value;
}

export async function isSetupCode(db: Db, given: string): Promise<boolean> {
  return timingSafeEqual(digest(given), digest(await readSetupCode(db)));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
