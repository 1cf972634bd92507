import type { Deps } from "./deps.ts";
import { deleteOldChallenges } from "./features/auth/challenges.ts";
import { deleteOldDevices } from "./features/auth/devices.ts";
import { deleteEndedSessions } from "./features/auth/sessions.ts";
import { forgetDeletedMessages } from "./features/messages/messages.service.ts";
import { forgetOldGuesses } from "./features/rooms/room-guesses.ts";
import { deleteLeftPictures } from "./features/rooms/room-pictures.ts";
import { pruneActivity } from "./library/activity.ts";
import { sweepRateLimits } from "./platform/http/rate-limit.ts";
import { type Repeated, repeat } from "./platform/repeat.ts";

const UPKEEP_EVERY_MS = 10 * 60 * 1000;

/** Keeps what unauthenticated clients and time add to the database bounded: at start, then periodically. */
export async function startUpkeep(deps: Deps): Promise<Repeated> {
  await keepUp(deps);
  return repeat(() => keepUp(deps), { everyMs: UPKEEP_EVERY_MS, log: deps.log, failure: "upkeep failed; will retry" });
}

async function keepUp(deps: Deps): Promise<void> {
  await deleteEndedSessions(deps);
  await deleteOldDevices(deps);
  await deleteOldChallenges(deps);
  await sweepRateLimits(deps);
  await pruneActivity(deps);
  await forgetDeletedMessages(deps);
  await forgetOldGuesses(deps);
  await deleteLeftPictures(deps);
}
