import type { ActivityAction, ActivityEvent } from "../../contract/activity.ts";
import type { Db } from "../db/schema.ts";
import type { Log } from "../log.ts";
import { deleteActivityBefore, deleteOldestActivity, insertActivity, listActivity } from "./activity.queries.ts";

const KEPT_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Unauthenticated clients can cause these as often as they like, so only the newest are kept. */
const UNAUTHENTICATED_ACTIONS = [
  "sign-in-failed",
  "set-up-refused",
  "room-unlock-failed",
] as const satisfies ActivityAction[];
const KEPT_OF_UNAUTHENTICATED = 10_000;

export type Actor = { actor: string; address: string };

export type ActivityEntry = {
  action: ActivityAction;
  actor?: string | undefined;
  address?: string | undefined;
  detail?: Record<string, string | number>;
};

/** Records who did what, when and from where. Never put a secret into it. `mail_at`: see library/account-mail.ts. */
export async function recordActivity(
  { db, now }: { db: Db; now(): Date },
  entry: ActivityEntry,
  mail_at: string | null = null,
): Promise<void> {
  await insertActivity(db, {
    at: now().toISOString(),
    action: entry.action,
    actor: entry.actor ?? null,
    address: entry.address ?? null,
    detail: JSON.stringify(entry.detail ?? {}),
    mail_at,
    mailed_on: null,
  });
}

/**
 * For what has happened already, or only reads: on a full disk a download is the way out, and photos that were stored
 * must not be reported as failed.
 */
export async function recordIfPossible(
  deps: { db: Db; now(): Date; database: { isReadOnly: boolean }; log: Log },
  entry: ActivityEntry,
): Promise<void> {
  if (deps.database.isReadOnly) return;
  await recordActivity(deps, entry).catch((error: unknown) =>
    deps.log.warn({ err: error }, "an event was not recorded"),
  );
}

/** The newest first. */
export async function readActivity(
  db: Db,
  page: { actions: readonly string[] | undefined; before: number | undefined; limit: number },
): Promise<ActivityEvent[]> {
  const rows = await listActivity(db, page);
  return rows.map(({ at, detail, ...row }) => ({ ...row, occurred_on: at, detail: JSON.parse(detail) }));
}

/** Deletes what is too old, and the oldest of what unauthenticated clients have caused. */
export async function pruneActivity({ db, now }: { db: Db; now(): Date }): Promise<void> {
  await deleteActivityBefore(db, new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString());
  for (const action of UNAUTHENTICATED_ACTIONS) await deleteOldestActivity(db, action, KEPT_OF_UNAUTHENTICATED);
}
