import type { Deps } from "../deps.ts";
import { createMailer, type Mail, type Mailer } from "../platform/mail/mailer.ts";
import { type Repeated, repeat } from "../platform/repeat.ts";
import * as queries from "./outbox.queries.ts";

const LOOK_EVERY_MS = 2_000;
const AT_A_TIME = 20;
const MINUTE_MS = 60_000;
/** After each failed attempt. Then it is given up: the admin area shows it all the same. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1_440, 1_440, 1_440].map((minutes) => minutes * MINUTE_MS);

/** Something that is stored first and then mailed to the owner. */
export type Mailed<Row extends queries.DueRow> = {
  table: queries.MailedTable;
  /** Those whose time to be mailed has come, the oldest first. */
  findDue(db: Deps["db"], now: string, limit: number): Promise<Row[]>;
  /** `to`: the owner, unless given. */
  compose(deps: Deps, row: Row): Promise<Omit<Mail, "from" | "to"> & { to?: Mail["to"] }>;
};

/** Looks for what is due, and emails it. */
export type Mailbox = (deps: Deps, mailer: Mailer) => Promise<void>;

/** Mails whatever is due to the owner, each row by one server. */
export function startOutbox(deps: Deps, mailboxes: readonly Mailbox[]): Repeated | undefined {
  const { smtpUrl } = deps.config;
  if (smtpUrl === undefined) return undefined;
  const mailer = createMailer(smtpUrl);
  let isRunning = false;
  const look = async () => {
    // A hanging mail server must not pile up attempts.
    if (isRunning) return;
    isRunning = true;
    try {
      for (const mailDue of mailboxes) await mailDue(deps, mailer);
    } finally {
      isRunning = false;
    }
  };
  return repeat(look, { everyMs: LOOK_EVERY_MS, log: deps.log, failure: "cannot look for email to send; will retry" });
}

/** The time of the first attempt, for a row that is stored now. */
export const firstAttempt = ({ config }: Pick<Deps, "config">, now: string): string | null =>
  config.smtpUrl ? now : null;

export function mailbox<Row extends queries.DueRow>(mailed: Mailed<Row>): Mailbox {
  return async (deps, mailer) => {
    const due = await mailed.findDue(deps.db, deps.now().toISOString(), AT_A_TIME);
    for (const row of due) {
      if (await claim(deps, mailed.table, row)) await mailOne(deps, mailer, mailed, row);
    }
  };
}

/** The next attempt is set before this one: a server that dies while mailing loses nothing. */
function claim({ db, now }: Deps, table: queries.MailedTable, row: queries.DueRow): Promise<boolean> {
  const pauseMs = PAUSES_MS[row.mail_attempts];
  const next = pauseMs === undefined ? null : new Date(now().getTime() + pauseMs).toISOString();
  return queries.claim(db, table, row, next);
}

async function mailOne<Row extends queries.DueRow>(
  deps: Deps,
  mailer: Mailer,
  { table, compose }: Mailed<Row>,
  row: Row,
): Promise<void> {
  const { site, config, db, now, log } = deps;
  try {
    const owner = site.current().email || (await queries.findAdminEmail(db))?.email;
    if (!owner) throw new Error("the site has no email address");
    await mailer.send({ from: config.mailFrom ?? owner, to: [owner], ...(await compose(deps, row)) });
    await queries.markMailed(db, table, row, now().toISOString());
  } catch (error) {
    log.warn({ err: error, [table]: row.id }, "an email could not be sent; will retry");
  }
}
