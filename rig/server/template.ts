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
  // Each copy creates its own secrets and library id, as a new site does.
  await database.db
    .deleteFrom("setting")
    .where("key", "in", [...SIGNING_SETTINGS, "library_id"])
    .execute();
  await database.close();
}
