import type { Entry } from "./inbox.folder.ts";

/** A file that has not changed for this long has arrived in full. */
const QUIET_MS = 5_000;

/** For how long an entry has been as it is. */
export type QuietEntry = { entry: Entry; quietMs: number };

/** Remembers since when each entry is as it is. Compares no clocks: that of a network share may differ. */
export function createQuiet() {
  const seen = new Map<string, { stamp: string; sinceMs: number }>();
  return {
    /** Those that have been quiet long enough. */
    look(entries: readonly Entry[], nowMs: number): QuietEntry[] {
      const present = new Set(entries.map(({ path }) => path));
      for (const path of seen.keys()) if (!present.has(path)) seen.delete(path);
      return entries.flatMap((entry) => {
        const before = seen.get(entry.path);
        if (before?.stamp !== entry.stamp) {
          seen.set(entry.path, { stamp: entry.stamp, sinceMs: nowMs });
          return [];
        }
        const quietMs = nowMs - before.sinceMs;
        return quietMs >= QUIET_MS ? [{ entry, quietMs }] : [];
      });
    },
  };
}
