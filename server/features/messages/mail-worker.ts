import type { Deps } from "../../deps.ts";
import type { MessageRow } from "../../platform/db/message-table.ts";
import { createMailer, type Mailer } from "../../platform/mail/mailer.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import * as queries from "./messages.queries.ts";

const LOOK_EVERY_MS = 2_000;
const AT_A_TIME = 20;
const MINUTE_MS = 60_000;
/** After each failed attempt. Then it is given up: the message stays on the Messages screen, marked as not mailed. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1_440, 1_440, 1_440].map((minutes) => minutes * MINUTE_MS);

/** Mails new messages to the owner, each by one server. */
export function startMailWorker(deps: Deps): Repeated | undefined {
  const { smtpUrl } = deps.config;
  if (smtpUrl === undefined) return undefined;
  const mailer = createMailer(smtpUrl);
  let isRunning = false;
  const look = async () => {
    // A hanging mail server must not pile up attempts.
    if (isRunning) return;
    isRunning = true;
    try {
      await mailDue(deps, mailer);
    } finally {
      isRunning = false;
    }
  };
  return repeat(look, {
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: "cannot look for messages to mail; will retry",
  });
}

async function mailDue(deps: Deps, mailer: Mailer): Promise<void> {
  const due = await queries.findDue(deps.db, deps.now().toISOString(), AT_A_TIME);
  for (const message of due) {
    if (await claim(deps, message)) await mailOne(deps, mailer, message);
  }
}

/** The next attempt is set before this one: a server that dies while mailing loses nothing. */
function claim({ db, now }: Deps, message: MessageRow): Promise<boolean> {
  const pauseMs = PAUSES_MS[message.mail_attempts];
  const next = pauseMs === undefined ? null : new Date(now().getTime() + pauseMs).toISOString();
  return queries.claim(db, message, next);
}

async function mailOne(deps: Deps, mailer: Mailer, { id, name, email, message }: MessageRow): Promise<void> {
  const { site, config, db, now, log } = deps;
  const { name: siteName, email: siteEmail } = site.current();
  try {
    const to = siteEmail || (await queries.findAdminEmail(db))?.email;
    if (!to) throw new Error("the site has no email address");
    await mailer.send({
      from: config.mailFrom ?? to,
      to,
      reply_to: { name, address: email },
      subject: `${siteName}: message from ${name}`,
      text: `${message}\n\n-- \n${name} <${email}>, through the contact form of ${siteName}. Reply to this mail to answer.\n`,
    });
    await queries.markMailed(db, id, now().toISOString());
  } catch (error) {
    log.warn({ err: error, message: id }, "a message could not be mailed; will retry");
  }
}
