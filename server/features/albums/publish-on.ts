import type { Deps } from "../../deps.ts";
import { recordActivity } from "../../library/activity.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import * as queries from "./albums.queries.ts";

/** A look at the clock. The database is asked only when a time has come, or when the library has changed. */
const LOOK_EVERY_MS = 500;
const BY_TIME = { actor: "time of publication", address: "" };

/**
 * Publishes albums at their time: a change of the library like any other, so pages, feed, sitemap and all caches of all
 * servers turn with it. Every server looks; the first one does it.
 */
export async function startPublishing(deps: Deps): Promise<Repeated> {
  let seenVersion: number | undefined;
  let next: string | undefined;
  const look = async () => {
    const version = deps.changes.version();
    if (version !== seenVersion) {
      next = await queries.findNextPublishing(deps.db);
      seenVersion = version;
    }
    if (next === undefined || next > deps.now().toISOString()) return;
    // Not again while it is under way, but again if it fails.
    next = undefined;
    await publishDue(deps).catch((error: unknown) => {
      seenVersion = undefined;
      throw error;
    });
  };
  await look();
  return repeat(look, {
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: "albums could not be published at their time; will retry",
  });
}

async function publishDue(deps: Deps): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    for (const { slug, title, status } of await queries.releaseDue(trx, deps.now().toISOString())) {
      if (status === "draft") continue;
      const detail = { album: slug, title, visibility: status };
      await recordActivity({ db: trx, now: deps.now }, { action: "visibility-changed", ...BY_TIME, detail });
    }
  });
}
