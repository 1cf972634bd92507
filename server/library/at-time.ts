import type { Deps } from "../deps.ts";
import { type Repeated, repeat } from "../platform/repeat.ts";

/** A look at the clock. The database is asked only when a time has come, or when the library has changed. */
const LOOK_EVERY_MS = 500;

type Times = {
  /** The earliest time to wait for, of those that were still to come at `since`. Undefined while there is none. */
  findNext: (since: string) => Promise<string | undefined>;
  /** Its time has come. It is tried again if it fails. */
  act: () => Promise<void>;
  failure: string;
};

/** Acts at the times that the owner has set in the library, and at once for those that came while no server ran. */
export async function startAtTimes(deps: Deps, { findNext, act, failure }: Times): Promise<Repeated> {
  let seenVersion: number | undefined;
  let next: string | undefined;
  let lookedAt = deps.now().toISOString();
  const look = async () => {
    const version = deps.changes.version();
    if (version !== seenVersion) {
      next = await findNext(lookedAt);
      seenVersion = version;
    }
    lookedAt = deps.now().toISOString();
    if (next === undefined || next > lookedAt) return;
    const due = next;
    // Not again while it is under way.
    next = undefined;
    await act().catch((error: unknown) => {
      next = due;
      throw error;
    });
  };
  await look();
  return repeat(look, { everyMs: LOOK_EVERY_MS, log: deps.log, failure });
}
