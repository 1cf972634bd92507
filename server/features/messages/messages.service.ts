import type { QueryOf, ResponseOf } from "../../../contract/endpoint.ts";
import { MESSAGES_PER_HOUR } from "../../../contract/limits.ts";
import type { listMessages as listMessagesCall, Message, MessageForm, MessageId } from "../../../contract/messages.ts";
import { transaction } from "../../db/connect.ts";
import type { MessageRow } from "../../db/message-table.ts";
import type { Deps } from "../../deps.ts";
import { entityNotFound, notFound } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { firstAttempt } from "../../library/outbox.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { countAttempt, type RateLimit, requireAttempt } from "../../platform/http/rate-limit.ts";
import { makeForm, requireForm, staleForm } from "./contact-form.ts";
import * as queries from "./messages.queries.ts";

const HOUR_SECONDS = 60 * 60;
/** Messages of one address, or /64 of IPv6. What is refused for what it says costs little, and is not counted. */
const PER_NETWORK: RateLimit = { name: "contact", attempts: 20, windowSeconds: HOUR_SECONDS };
/** Of everyone together: bots come from everywhere. */
const PER_SITE: RateLimit = {
  name: "contact-site",
  attempts: MESSAGES_PER_HOUR,
  windowSeconds: HOUR_SECONDS,
  refusal: "This site has received too many messages in the last hour. Please try again later.",
};
/** Longer than any form is valid, so that a used one stays known. */
const KEPT_AFTER_DELETE_MS = 25 * 60 * 60 * 1000;

export function newContactForm(deps: Deps): string {
  requireContactForm(deps);
  return makeForm(deps);
}

/** Stored first. Mailing it is up to the outbox, which a failing mail server only delays. */
export async function receiveMessage(
  deps: Deps,
  { form, website, ...fields }: MessageForm,
  address: string,
): Promise<void> {
  const nonce = await judgeMessage(deps, { form, website }, address);
  // A bot learns nothing from the response.
  if (website) return;
  await countAttempt(deps, PER_NETWORK, networkOf(address));
  await countAttempt(deps, PER_SITE, "all");
  const now = deps.now().toISOString();
  const stored = await queries.insertMessage(deps.db, {
    ...fields,
    form: nonce,
    received_on: now,
    read: 0,
    mail_at: firstAttempt(deps, now),
    mailed_on: null,
    deleted_on: null,
  });
  if (!stored) throw staleForm();
}

/**
 * Throws for a message that cannot be stored, and writes nothing: anyone can have as many refused as they like. Returns the
 * random part of its form.
 */
export async function judgeMessage(
  deps: Deps,
  { form, website }: Pick<MessageForm, "form" | "website">,
  address: string,
): Promise<string> {
  const nonce = requireForm(deps, form);
  if (website) return nonce;
  await requireAttempt(deps, PER_NETWORK, networkOf(address));
  await requireAttempt(deps, PER_SITE, "all");
  if (await queries.isFormUsed(deps.db, nonce)) throw staleForm();
  return nonce;
}

export function requireContactForm({ site }: Deps): void {
  if (!site.current().contact_form) throw notFound();
}

export async function listMessages(
  { db }: Deps,
  { limit, cursor }: QueryOf<typeof listMessagesCall>,
): Promise<ResponseOf<typeof listMessagesCall>> {
  // One more than the limit shows whether there is a next page.
  const rows = await queries.findMessages(db, limit + 1, cursor);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    messages: page.map(presentMessage),
    unread_count: await queries.countUnread(db),
    next_cursor: rows.length > limit && last ? String(last.id) : null,
  };
}

export const countUnreadMessages = ({ db }: Pick<Deps, "db">): Promise<number> => queries.countUnread(db);

export async function updateMessage(
  { db }: Deps,
  id: MessageId,
  { read, deleted }: { read?: boolean | undefined; deleted?: false | undefined },
): Promise<Message> {
  const change = read === undefined ? {} : { read: read ? (1 as const) : (0 as const) };
  const row = await queries.changeMessage(db, id, change, deleted === false);
  if (!row) throw entityNotFound("Message");
  return presentMessage(row);
}

export async function deleteMessage({ db, now }: Deps, id: MessageId): Promise<void> {
  if (!(await queries.markDeleted(db, id, now().toISOString()))) throw entityNotFound("Message");
}

/** Those deleted more than a day ago can no longer be restored. */
export async function forgetDeletedMessages({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await queries.deleteMarkedBefore(db, new Date(now().getTime() - KEPT_AFTER_DELETE_MS).toISOString());
}

/** For good, unlike `deleteMessage`. */
export async function deleteMessagesBefore(
  { db, now }: Deps,
  before: string,
  { days, by }: { days: number; by: Actor },
): Promise<void> {
  await transaction(db, async (trx) => {
    const messages = await queries.deleteReceivedBefore(trx, before);
    if (messages === 0) return;
    await recordActivity({ db: trx, now }, { action: "messages-deleted", ...by, detail: { messages, days } });
  });
}

function presentMessage({ id, name, email, message, received_on, read, mailed_on }: MessageRow): Message {
  return { id, name, email, message, received_on, read: read === 1, mailed: mailed_on !== null };
}
