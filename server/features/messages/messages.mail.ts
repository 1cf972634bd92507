import { MAILED_MESSAGES_PER_HOUR } from "../../../contract/limits.ts";
import type { MessageRow } from "../../db/message-table.ts";
import type { Db } from "../../db/schema.ts";
import { mailbox } from "../../library/outbox.ts";
import * as queries from "./messages.queries.ts";

export const messageMail = mailbox({
  table: "message",
  findDue: findDueThisHour,
  compose: async ({ site }, { name, email, message }) => {
    const { name: siteName } = site.current();
    return {
      reply_to: { name, address: email },
      subject: `${siteName}: message from ${name}`,
      text: `${message}\n\n-- \n${name} <${email}>, through the contact form of ${siteName}. To respond, reply to this email.\n`,
    };
  },
});

const HOUR_MS = 60 * 60 * 1000;

/** Visitors decide how many there are, and no mailbox should get all of them at once. The others wait. */
async function findDueThisHour(db: Db, now: string, limit: number): Promise<MessageRow[]> {
  const due = await queries.findDue(db, now, limit);
  if (due.length === 0) return due;
  const mailed = await queries.countMailedSince(db, new Date(Date.parse(now) - HOUR_MS).toISOString());
  return due.slice(0, Math.max(0, MAILED_MESSAGES_PER_HOUR - mailed));
}
