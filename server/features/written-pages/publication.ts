import type { Deps } from "../../deps.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import { findNextPublication } from "./written-pages.queries.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * A page appears by itself when its time comes, but the menu, the journal and the feed are cached until something changes.
 * So its time counts as a change.
 */
export function startPublication(deps: Deps): Repeated {
  let next: string | undefined;
  let seenVersion: number | undefined;
  let lookedAt = deps.now().toISOString();
  const look = async () => {
    // Pages change with the library, so an idle server asks nothing.
    if (deps.changes.version() !== seenVersion) {
      seenVersion = deps.changes.version();
      next = await findNextPublication(deps.db, lookedAt);
    }
    lookedAt = deps.now().toISOString();
    if (next !== undefined && next <= lookedAt) await changeLibrary(deps, async () => {});
  };
  const failure = "cannot look for pages to publish; will retry";
  return repeat(look, { everyMs: LOOK_EVERY_MS, log: deps.log, failure });
}
