import type { Generated, Insertable, Selectable } from "kysely";
import type { MessageId } from "../../../contract/messages.ts";

/** A visitor's message. */
export type MessageTable = {
  id: Generated<MessageId>;
  name: string;
  email: string;
  message: string;
  /** The random part of the form it was sent with: each works once. */
  form: string;
  received_on: string;
  read: Generated<0 | 1>;
  /** When to mail it next; null: never again. */
  mail_at: Generated<string | null>;
  mail_attempts: Generated<number>;
  mailed_on: Generated<string | null>;
  /** Kept for a day, for undo. */
  deleted_on: Generated<string | null>;
};

export type MessageRow = Selectable<MessageTable>;
export type NewMessageRow = Insertable<MessageTable>;
