import { z } from "zod";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { readSetting, writeSetting } from "./settings.queries.ts";

/** `days`: how long something is kept; 0: permanently. Nothing is deleted before `starts_at`, which is null for 0. */
export type Retention<Days extends number> = { days: Days; starts_at: string | null };

const DAY_MS = 24 * 60 * 60 * 1000;
const Stored = z.object({ days: z.number(), since: z.string() });

/** Permanently, until the owner chooses otherwise: nothing must disappear by surprise. */
export async function readRetention<Days extends number>(db: Db, setting: string): Promise<Retention<Days>> {
  const stored = await readSetting(db, setting);
  const { days, since } = stored === undefined ? { days: 0, since: "" } : Stored.parse(JSON.parse(stored));
  const starts_at = days === 0 ? null : new Date(Date.parse(since) + days * DAY_MS).toISOString();
  // The setting was written with one of the owner's choices.
  return { days: days as Days, starts_at };
}

export async function writeRetention({ db, now }: Pick<Deps, "db" | "now">, setting: string, days: number) {
  await writeSetting(db, setting, JSON.stringify({ days, since: now().toISOString() }));
}

/**
 * Deletes what is older than the owner chose to keep. Nothing is deleted before that time has passed since the choice, so what
 * was old already can still be saved.
 */
export async function deleteExpired(
  { db, now, locks }: Pick<Deps, "db" | "now" | "locks">,
  setting: string,
  deleteBefore: (before: string, days: number) => Promise<void>,
): Promise<void> {
  // One node is enough.
  await locks.holdIfFree(setting, async () => {
    const { days, starts_at } = await readRetention(db, setting);
    if (starts_at === null || now().toISOString() < starts_at) return;
    await deleteBefore(new Date(now().getTime() - days * DAY_MS).toISOString(), days);
  });
}
