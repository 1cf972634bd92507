import type { Deps } from "../deps.ts";
import { readDiskSpace } from "../platform/disk-space.ts";
import { readVersion } from "../platform/version.ts";
import * as queries from "./figures.queries.ts";
import { countIntents } from "./files/intents.queries.ts";
import { LAST_BACKUP_SETTING } from "./files/last-backup.ts";
import { readSetting } from "./settings.queries.ts";

const BYTES_KEPT_MS = 10 * 60_000;

/** Adds what an operator has to know about the library to the metrics. Read on each scrape. */
export function watchLibrary({ metrics, db, config, now }: Deps): void {
  const sizes = keptFor(BYTES_KEPT_MS, now, () => queries.sumBytes(db));
  const one = (value: number) => [{ value }];

  metrics.watch("vitrine_info", "The running version", async () => {
    const { version, commit } = await readVersion();
    return [{ labels: { version, commit: commit ?? "unknown" }, value: 1 }];
  });
  metrics.watch("vitrine_disk_free_bytes", "Free space on the disk of the data folder", async () =>
    one((await readDiskSpace(config.dataDir)).freeBytes),
  );
  metrics.watch("vitrine_disk_total_bytes", "Size of the disk of the data folder", async () =>
    one((await readDiskSpace(config.dataDir)).totalBytes),
  );
  metrics.watch("vitrine_photos", "Photos in albums, in no album and in the trash", async () =>
    (await queries.findPhotoCounts(db)).map(({ place, count }) => ({ labels: { place }, value: count })),
  );
  metrics.watch("vitrine_library_bytes", "Size of the originals and of the pictures made from them", async () =>
    Object.entries(await sizes()).map(([kind, value]) => ({ labels: { kind }, value })),
  );
  metrics.watch("vitrine_queue_photos", "Photos that wait for their pictures in a batch run", async () =>
    one(await queries.countWaiting(db)),
  );
  metrics.watch("vitrine_deletes_unfinished", "Permanent deletes whose files are still there", async () =>
    one(await countIntents(db, "delete")),
  );
  metrics.watch("vitrine_last_backup_timestamp_seconds", "Time of the last good backup; 0 if there is none", async () =>
    one(Date.parse((await readSetting(db, LAST_BACKUP_SETTING)) ?? "1970-01-01") / 1000),
  );
}

/** The last result, until it is this old. */
function keptFor<T>(ms: number, now: () => Date, read: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: T } | undefined;
  return async () => {
    const at = now().getTime();
    if (!kept || at - kept.at > ms) kept = { at, value: await read() };
    return kept.value;
  };
}
