import type { ActivityAction } from "../../contract/activity.ts";
import { paths } from "../../contract/paths.ts";
import type { ActivityRow, Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { findDueActivity } from "./activity.queries.ts";
import { type ActivityEntry, recordActivity } from "./activity.ts";
import { firstAttempt, mailbox } from "./outbox.ts";

/** A change of who can sign in, or of which programs can. */
type AccountChange = Extract<
  ActivityAction,
  "passkey-added" | "passkey-removed" | "token-added" | "token-removed" | "password-set" | "admin-email-set"
>;

/** Recorded, and mailed to the owner where mail is set up: someone else may have made it. */
export async function recordAccountChange(
  deps: Pick<Deps, "config" | "now"> & { db: Db },
  entry: ActivityEntry & { action: AccountChange },
): Promise<void> {
  await recordActivity(deps, entry, firstAttempt(deps, deps.now().toISOString()));
}

export const accountMail = mailbox({
  table: "audit_log",
  findDue: findDueActivity,
  compose: async ({ site, config }, row) => {
    const { name: siteName, email: siteEmail } = site.current();
    // Only changes of the account are due.
    const action = row.action as AccountChange;
    const detail: Detail = JSON.parse(row.detail);
    const { subject, sentence } = WORDS[action];
    const account = config.publicUrl === undefined ? "Account" : config.publicUrl + paths.admin.account;
    return {
      // A new email address may be a thief's, and the site's own may be read by others: both are told.
      to: [...new Set([String(detail.before ?? row.actor), siteEmail])].filter(Boolean),
      reply_to: undefined,
      subject: `${siteName}: ${subject}`,
      text: [
        sentence(detail, row),
        `When: ${row.at.slice(0, 16).replace("T", " ")} UTC\nFrom: ${row.address ?? "the server itself"}`,
        "If this was you, there is nothing to do.",
        `If it was not, sign in, open ${account} and change the password, with "Remove passkeys and tokens too" ticked. If you can no longer sign in, run "vitrine set-password" on the server. Both end every other session.\n`,
      ].join("\n\n"),
    };
  },
});

type Detail = Record<string, string | number>;

const WORDS: Record<AccountChange, { subject: string; sentence(detail: Detail, row: ActivityRow): string }> = {
  "passkey-added": {
    subject: "a passkey was added",
    sentence: ({ name }) => `The passkey "${name}" was added to your account. Anyone who has it can sign in.`,
  },
  "passkey-removed": {
    subject: "a passkey was removed",
    sentence: ({ name }) => `The passkey "${name}" was removed from your account. It no longer signs in.`,
  },
  "token-added": {
    subject: "a token was added",
    sentence: ({ name, scope }) =>
      `The token "${name}" was added to your account. A program that has it can ${scope === "publish" ? "publish on your site" : "read your albums and photos, including private ones"}.`,
  },
  "token-removed": {
    subject: "a token was removed",
    sentence: ({ name }) =>
      `The token "${name}" was removed from your account. The program that uses it no longer has access.`,
  },
  "password-set": {
    subject: "the password was changed",
    sentence: () => "The password of your account was changed.",
  },
  "admin-email-set": {
    subject: "the email address was changed",
    sentence: ({ before }, { actor }) =>
      `The email address that you sign in with was changed from ${before} to ${actor}.`,
  },
};
