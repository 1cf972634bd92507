import type { Deps } from "../../deps.ts";
import { startAtTimes } from "../../library/at-time.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { findNextPublication } from "./written-pages.queries.ts";

/**
 * A page appears by itself when its time comes, but the menu, the journal and the feed are cached until something changes.
 * So its time counts as a change.
 */
export const startPublishingPages = (deps: Deps) =>
  startAtTimes(deps, {
    findNext: (since) => findNextPublication(deps.db, since),
    act: () => changeLibrary(deps, async () => {}),
    failure: "pages could not be published at their time; will retry",
  });
