import { ACTIVITY_ACTIONS, type listActivity } from "../../../contract/activity.ts";
import type { QueryOf, ResponseOf } from "../../../contract/endpoint.ts";
import type { Deps } from "../../deps.ts";
import { readActivity } from "../../library/activity.ts";

export async function listEvents(
  { db }: Deps,
  { kind, limit, cursor }: QueryOf<typeof listActivity>,
): Promise<ResponseOf<typeof listActivity>> {
  // One more than the page, to know whether another follows.
  const rows = await readActivity(db, { actions: kind && ACTIVITY_ACTIONS[kind], before: cursor, limit: limit + 1 });
  const events = rows.slice(0, limit);
  return { events, next_cursor: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
}
