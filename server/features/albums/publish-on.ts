import type { Deps } from "../../deps.ts";
import { recordActivity } from "../../library/activity.ts";
import { startAtTimes } from "../../library/at-time.ts";
import { changeLibrary } from "../../library/change-library.ts";
import * as queries from "./albums.queries.ts";

const BY_TIME = { actor: "time of publication", address: "" };

/**
 * Publishes albums at their time: a change of the library like any other, so pages, feed, sitemap and all caches of all
 * servers turn with it. Every server looks; the first one does it.
 */
export const startPublishingAlbums = (deps: Deps) =>
  startAtTimes(deps, {
    findNext: () => queries.findNextPublishing(deps.db),
    act: () => publishDue(deps),
    failure: "albums could not be published at their time; will retry",
  });

async function publishDue(deps: Deps): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    for (const { slug, title, status } of await queries.releaseDue(trx, deps.now().toISOString())) {
      if (status === "draft") continue;
      const detail = { album: slug, title, visibility: status };
      await recordActivity({ db: trx, now: deps.now }, { action: "visibility-changed", ...BY_TIME, detail });
    }
  });
}
