import type { TrashRetentionDays } from "../../../contract/limits.ts";
import type { TrashRetention } from "../../../contract/trash.ts";
import type { Deps } from "../../deps.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import * as retention from "../../library/retention.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import { deleteTrashedBefore } from "./trash.service.ts";

const SETTING = "trash_retention";
const LOOK_EVERY_MS = 60 * 60 * 1000;
const BY_RETENTION = { actor: "trash retention", address: "" };

export const getRetention = ({ db }: Pick<Deps, "db">): Promise<TrashRetention> => retention.readRetention(db, SETTING);

export async function setRetention(deps: Deps, days: TrashRetentionDays, by: Actor): Promise<TrashRetention> {
  await retention.writeRetention(deps, SETTING, days);
  await recordActivity(deps, { action: "trash-retention-set", ...by, detail: { days } });
  return getRetention(deps);
}

export function startRetention(deps: Deps): Repeated {
  const failure = "old photos in the trash could not be deleted; will retry";
  return repeat(() => deleteExpired(deps), { everyMs: LOOK_EVERY_MS, log: deps.log, failure });
}

/** Deletes what has been in the trash for longer than the owner chose. */
export const deleteExpired = (deps: Deps): Promise<void> =>
  retention.deleteExpired(deps, SETTING, async (before, days) => {
    const deleted_count = await deleteTrashedBefore(deps, before);
    if (deleted_count > 0)
      await recordActivity(deps, { action: "trash-emptied", ...BY_RETENTION, detail: { deleted_count, days } });
  });
