import { argon2Sync, randomBytes } from "node:crypto";
import { pino } from "pino";
import { login } from "../../contract/auth.ts";
import { type Config, readConfig } from "../../server/config.ts";
import { connectDatabase } from "../../server/db/connect.ts";
import { SIGNING_SETTINGS } from "../../server/library/secrets/signing.ts";
import { startImages } from "../../server/platform/images/pool.ts";
import { startSite } from "../../server/start.ts";
import { createClient } from "../client.ts";

export const ADMIN = { name: "Ada", email: "admin@example.com", password: "correct horse battery" };

/**
 * Starts a site on an empty database, signs in and stops it, so that the database can be copied for each test. Copying
 * takes a tenth of the time of migrating, hashing the password and signing in. Returns the token.
 */
export async function fillTemplate(env: Record<string, string>): Promise<string> {
  const config = readConfig({ PORT: "0", ADMIN_PASSWORD: ADMIN.password, ...env });
  const images = startImages();
  const site = await startSite(config, { images, log: pino({ level: "silent" }) });
  const { token } = await createClient(site.url).call(login, { body: ADMIN });
  await site.stop();
  await images.close();
  await prepareForCopies(config);
  return token;
}

async function prepareForCopies(config: Config): Promise<void> {
  const database = connectDatabase(config);
  await database.db
    .updateTable("user")
    .set({ password_hash: cheapHash(ADMIN.password) })
    .execute();
  // Each copy creates its own secrets and library id, as a new site does.
  await database.db
    .deleteFrom("setting")
    .where("key", "in", [...SIGNING_SETTINGS, "library_id"])
    .execute();
  await database.close();
}

/** As the server stores it, but quick to check: tests sign in hundreds of times. */
function cheapHash(password: string): string {
  const [nonce, memory] = [randomBytes(16), 8];
  const cost = { nonce, memory, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync("argon2id", { ...cost, message: password });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=${memory},t=1,p=1$${salt}$${hash}`;
}
