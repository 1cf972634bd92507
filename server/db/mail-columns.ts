import type { Generated } from "kysely";

/** Of a row that is mailed to the owner. */
export type MailColumns = {
  /** When to email it next; null: never again. */
  mail_at: Generated<string | null>;
  mail_attempts: Generated<number>;
  mailed_on: Generated<string | null>;
};
