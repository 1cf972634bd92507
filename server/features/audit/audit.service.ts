import { AUDIT_ACTIONS, type listAudit } from "../../../contract/audit.ts";
import type { QueryOf, ResponseOf } from "../../../contract/endpoint.ts";
import type { Deps } from "../../deps.ts";
import { readAudit } from "../../library/audit.ts";

export async function listEvents(
  { db }: Deps,
  { kind, limit, cursor }: QueryOf<typeof listAudit>,
): Promise<ResponseOf<typeof listAudit>> {
  // One more than the page, to know whether another follows.
  const rows = await readAudit(db, { actions: kind && AUDIT_ACTIONS[kind], before: cursor, limit: limit + 1 });
  const events = rows.slice(0, limit);
  return { events, next_cursor: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
}
