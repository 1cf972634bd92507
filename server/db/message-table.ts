import type { Generated, Insertable, Selectable } from "kysely";
import type { MessageId } from "../../contract/messages.ts";
import type { MailColumns } from "./mail-columns.ts";

/** A visitor's message. */
export type MessageTable = MailColumns & {
  id: Generated<MessageId>;
  name: string;
  email: string;
  message: string;
  /** The random part of the form it was sent with: each works once. */
  form: string;
  received_on: string;
  read: Generated<0 | 1>;
  /** Kept for a day, for undo. */
  deleted_on: Generated<string | null>;
};

export type MessageRow = Selectable<MessageTable>;
export type NewMessageRow = Insertable<MessageTable>;
