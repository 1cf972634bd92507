import { z } from "zod";
import { TRASH_RETENTION_DAYS, type TrashRetentionDays } from "../../../contract/limits.ts";
import type { TrashRetention } from "../../../contract/trash.ts";
import type { Deps } from "../../deps.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { readSetting, writeSetting } from "../../library/settings.queries.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import { deleteTrashedBefore } from "./trash.service.ts";

const SETTING = "trash_retention";
const DAY_MS = 24 * 60 * 60 * 1000;
const LOOK_EVERY_MS = 60 * 60 * 1000;
const BY_RETENTION = { actor: "trash retention", address: "" };

const Stored = z.object({ days: z.literal(TRASH_RETENTION_DAYS), since: z.string() });

/** Off until the owner chooses it. */
export async function getRetention({ db }: Pick<Deps, "db">): Promise<TrashRetention> {
  const stored = await readSetting(db, SETTING);
  if (stored === undefined) return { days: 0, starts_at: null };
  const { days, since } = Stored.parse(JSON.parse(stored));
  return { days, starts_at: days === 0 ? null : new Date(Date.parse(since) + days * DAY_MS).toISOString() };
}

export async function setRetention(deps: Deps, days: TrashRetentionDays, by: Actor): Promise<TrashRetention> {
  await writeSetting(deps.db, SETTING, JSON.stringify({ days, since: deps.now().toISOString() }));
  await recordActivity(deps, { action: "trash-retention-set", ...by, detail: { days } });
  return getRetention(deps);
}

export function startRetention(deps: Deps): Repeated {
  const failure = "old photos in the trash could not be deleted; will retry";
  return repeat(() => deleteExpired(deps), { everyMs: LOOK_EVERY_MS, log: deps.log, failure });
}

/**
 * Deletes what has been in the trash for longer than the owner chose. Nothing is deleted before that time has passed since
 * the choice, so what was in the trash then can still be restored.
 */
export async function deleteExpired(deps: Deps): Promise<void> {
  // One node is enough.
  await deps.locks.holdIfFree(SETTING, async () => {
    const { days, starts_at } = await getRetention(deps);
    const now = deps.now();
    if (starts_at === null || now.toISOString() < starts_at) return;
    const before = new Date(now.getTime() - days * DAY_MS).toISOString();
    const deleted_count = await deleteTrashedBefore(deps, before);
    if (deleted_count > 0)
      await recordActivity(deps, { action: "trash-emptied", ...BY_RETENTION, detail: { deleted_count, days } });
  });
}
