import type { Deps } from "../../deps.ts";
import { recordIfPossible } from "../../library/activity.ts";
import { findAlbum } from "../../library/shown/albums.queries.ts";
import type { Entry } from "./inbox.folder.ts";
import type { Outcome } from "./inbox.take.ts";

const NAMED_FILES = 5;
/** Then it is recorded, or a server that dies would forget too much. */
const FILES_AT_ONCE = 50;

type Counts = { photos: number; replaced: number; texts: number; files: string[] };

/** For the list of activity: an event for each refused file, and one for what came into an album at once. */
export function createReport(deps: Deps) {
  const albums = new Map<string, Counts>();

  async function record(album: string, { files, ...counts }: Counts): Promise<void> {
    albums.delete(album);
    const title = (await findAlbum(deps.db, album))?.title ?? album;
    const more = files.length - NAMED_FILES;
    const named = files.slice(0, NAMED_FILES).join(", ") + (more > 0 ? ` and ${more} more` : "");
    await recordIfPossible(deps, { action: "inbox-taken", detail: { ...counts, album, title, files: named } });
  }

  return {
    async add({ name, folder }: Entry, outcome: Outcome): Promise<void> {
      if (outcome.kind === "refused") {
        const detail = { file: name, folder, reason: outcome.reason };
        await recordIfPossible(deps, { action: "inbox-refused", detail });
      }
      if (outcome.kind !== "taken" || outcome.how === "unchanged") return;
      const counts = albums.get(outcome.album) ?? { photos: 0, replaced: 0, texts: 0, files: [] };
      counts[outcome.how === "added" ? "photos" : outcome.how]++;
      counts.files.push(name);
      albums.set(outcome.album, counts);
      if (counts.files.length === FILES_AT_ONCE) await record(outcome.album, counts);
    },
    async finish(): Promise<void> {
      for (const [album, counts] of albums) await record(album, counts);
    },
  };
}
