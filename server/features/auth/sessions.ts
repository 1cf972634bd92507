import type { Transaction } from "kysely";
import { endSignedAddresses } from "../../library/signing.ts";
import type { Schema } from "../../platform/db/schema.ts";
import { deleteSessions } from "./auth.queries.ts";

/** Call in the commit of a new password or email: anyone who knew the old one loses every session and address. */
export async function endEverySession(trx: Transaction<Schema>): Promise<void> {
  await deleteSessions(trx);
  await endSignedAddresses(trx);
}
