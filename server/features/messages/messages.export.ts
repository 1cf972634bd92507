import { z } from "zod";
import { MessageForm } from "../../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import { readExported } from "../../library/read-exported.ts";
import * as queries from "./messages.queries.ts";

/**
 * What visitors wrote, in its own file of an export: the photos can be passed on without it. It is there only if there are
 * messages.
 */
export const MESSAGES_FILE = "messages.json";

const { name, email, message } = MessageForm.shape;
const Time = z.iso.datetime();
const ExportedMessage = z.object({
  name,
  email,
  message,
  received_on: Time,
  read: z.boolean().default(true),
  mailed_on: Time.nullable().default(null),
  /** The value of the form it was sent with, by which an import knows it again. */
  form: z.string().min(1).max(500),
});
const ExportedMessages = z.object({ vitrine: z.literal(1), messages: z.array(ExportedMessage) });

const MESSAGES_PER_READ = 500;

export async function hasMessages({ db }: Pick<Deps, "db">): Promise<boolean> {
  return (await queries.findMessages(db, 1, undefined)).length > 0;
}

/** The newest first. In pieces: all of them may be longer than a string can be. */
export async function* exportMessages({ db }: Pick<Deps, "db">): AsyncGenerator<Buffer> {
  yield Buffer.from('{\n"vitrine": 1,\n"messages": [');
  let separator = "\n";
  let below: number | undefined;
  for (;;) {
    const rows = await queries.findMessages(db, MESSAGES_PER_READ, below);
    for (const { name, email, message, received_on, read, mailed_on, form } of rows) {
      const exported = { name, email, message, received_on, read: read === 1, mailed_on, form };
      yield Buffer.from(separator + JSON.stringify(exported));
      separator = ",\n";
    }
    below = rows.at(-1)?.id;
    if (below === undefined) break;
  }
  yield Buffer.from("\n]\n}\n");
}

/** Takes each message once, however often it is imported. They are not mailed again. Returns how many were new. */
export async function importMessages({ db }: Pick<Deps, "db">, json: string): Promise<number> {
  const { messages } = readExported(ExportedMessages, json, MESSAGES_FILE);
  let count = 0;
  for (const { read, ...fields } of messages.toSorted((a, b) => (a.received_on < b.received_on ? -1 : 1))) {
    const stored = await queries.insertMessage(db, {
      ...fields,
      read: read ? 1 : 0,
      mail_at: null,
      deleted_on: null,
    });
    if (stored) count++;
  }
  return count;
}
