import { transaction } from "../../db/connect.ts";
import type { UserRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { recordAccountChange } from "../../library/account-mail.ts";
import { recordActivity } from "../../library/activity.ts";
import { readSetting, writeSetting } from "../../library/settings.queries.ts";
import { offerFirstSteps } from "../first-steps/first-steps.service.ts";
import * as queries from "./auth.queries.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { hashPassword, passwordMatches } from "./password.ts";
import { endEverySession } from "./sessions.ts";

const DEFAULT_EMAIL = "admin@example.com";
/** The values at the last start, "" for none. Missing until a version that stores them has run. */
const SEEN_EMAIL = "admin_email_seen";
const SEEN_PASSWORD = "admin_password_seen";

/** What to store and what to change. Undefined means no change. */
type Plan = { seen?: string; change?: string | undefined };

/**
 * At start: ADMIN_EMAIL and ADMIN_PASSWORD change the one admin only if they differ from the last start. Otherwise every
 * restart would undo what was set in the browser or by set-password.
 */
export async function applyAdminConfig(deps: Deps): Promise<void> {
  // Nodes that start together must not both create or change the admin.
  await deps.locks.hold("admin-config", async () => {
    const admin = await findOrCreateAdmin(deps);
    const email = await planEmail(deps, admin);
    const password = await planPassword(deps, admin, email.change !== undefined);
    await transaction(deps.db, async (trx) => {
      if (email.seen !== undefined) await writeSetting(trx, SEEN_EMAIL, email.seen);
      if (password.seen !== undefined) await writeSetting(trx, SEEN_PASSWORD, password.seen);
      if (email.change) await queries.updateAdmin(trx, { email: email.change });
      if (password.change) await queries.updateAdmin(trx, { password_hash: password.change });
      if (email.change || password.change) await endEverySession(trx);
    });
    warnOfCommonPassword(deps);
    const actor = email.change ?? admin.email;
    // A new site's first password is no news.
    const record = admin.password_hash === null ? recordActivity : recordAccountChange;
    if (email.change) await record(deps, { action: "admin-email-set", actor, detail: { before: admin.email } });
    if (password.change) await record(deps, { action: "password-set", actor });
  });
}

/** Not refused: a site that has run with it must start after an upgrade. */
function warnOfCommonPassword({ config: { adminPassword }, log }: Deps): void {
  if (adminPassword && isCommonPassword(adminPassword)) {
    log.warn("ADMIN_PASSWORD is one of the most common passwords. Choose another");
  }
}

async function findOrCreateAdmin({ db, config, now }: Deps): Promise<UserRow> {
  const known = await queries.findAdmin(db);
  if (known) return known;
  return transaction(db, async (trx) => {
    await offerFirstSteps(trx);
    return queries.insertAdmin(trx, config.adminEmail ?? DEFAULT_EMAIL, now().toISOString());
  });
}

async function planEmail({ db, config: { adminEmail } }: Deps, admin: UserRow): Promise<Plan> {
  const seen = await readSetting(db, SEEN_EMAIL);
  if (adminEmail === undefined) return seen === undefined ? { seen: "" } : {};
  if (adminEmail === seen) return {};
  return { seen: adminEmail, change: adminEmail === admin.email ? undefined : adminEmail };
}

async function planPassword(
  { db, config: { adminPassword } }: Deps,
  admin: UserRow,
  isEmailNew: boolean,
): Promise<Plan> {
  const seen = await readSetting(db, SEEN_PASSWORD);
  if (adminPassword === undefined) return seen === undefined ? { seen: "" } : {};
  if (seen && (await passwordMatches(adminPassword, seen))) return {};
  const hash = await hashPassword(adminPassword);
  // Older versions stored nothing and used the variable only for a site without a password.
  const isOldValue = seen === undefined && admin.password_hash !== null && !isEmailNew;
  return { seen: hash, change: isOldValue ? undefined : hash };
}
