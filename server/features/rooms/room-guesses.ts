import type { RoomId } from "../../../contract/rooms.ts";
import { transaction } from "../../db/connect.ts";
import type { RoomRow } from "../../db/room-table.ts";
import type { Deps } from "../../deps.ts";
import { tooManyRequests } from "../../errors.ts";
import { recordActivity } from "../../library/activity.ts";
import { neighbourhoodOf, networkOf } from "../../platform/http/network-of.ts";
import * as queries from "./room-guesses.queries.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How many wrong passwords a network has before it waits. Guests of one place share it, and mistype. */
const NETWORK_GUESSES = 10;
/** Of the networks around it together: someone who has one often has many. */
const NEIGHBOURHOOD_GUESSES = 40;
const LONGEST_LOCK_DAYS = 30;
const FORGOTTEN_AFTER_DAYS = 30;

type Guesser = { network: string; guesses: number };

const guessersAt = (address: string): Guesser[] => [
  { network: networkOf(address), guesses: NETWORK_GUESSES },
  { network: neighbourhoodOf(address), guesses: NEIGHBOURHOOD_GUESSES },
];

/**
 * Counts a password as wrong before it is checked, so that simultaneous ones all count, and throws while the network has to
 * wait. Nobody else waits: a limit for the whole room would let anyone close it to its guests.
 */
export async function admitGuess({ db, now }: Deps, room_id: RoomId, address: string): Promise<void> {
  await transaction(db, async (trx) => {
    for (const { network, guesses } of guessersAt(address)) {
      const nowMs = now().getTime();
      const last_on = new Date(nowMs).toISOString();
      const known = await queries.lockGuesses(trx, { room_id, network }, last_on);
      const waitMs = Date.parse(known.locked_until) - nowMs;
      if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000));
      const failed = known.failed + 1;
      const wait = lockMs(failed, guesses);
      // Without a wait it stays: this guess may have looked at the clock later than one that is still to get the row.
      const locked_until = wait === 0 ? known.locked_until : new Date(nowMs + wait).toISOString();
      await queries.setGuesses(trx, { room_id, network, failed, last_on, locked_until });
    }
  });
}

/** After the last free guess a quarter of an hour, then an hour, a day, two days, three days … */
function lockMs(failed: number, guesses: number): number {
  const locks = failed - guesses + 1;
  if (locks <= 0) return 0;
  if (locks === 1) return 15 * MINUTE_MS;
  if (locks === 2) return HOUR_MS;
  return Math.min(locks - 2, LONGEST_LOCK_DAYS) * DAY_MS;
}

/** Someone there knows the password. */
export async function forgetGuesses({ db }: Deps, roomId: RoomId, address: string): Promise<void> {
  // Each on its own: rows deleted together may be locked in another order than someone's next guess locks them.
  for (const { network } of guessersAt(address)) await queries.deleteGuesses(db, roomId, network);
}

export async function recordWrongPassword(deps: Deps, room: RoomRow, address: string): Promise<void> {
  await queries.countWrongPassword(deps.db, room.id, deps.now().toISOString());
  await recordActivity(deps, { action: "room-unlock-failed", address, detail: { room: room.title } });
}

export async function forgetOldGuesses({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const last = new Date(now().getTime() - FORGOTTEN_AFTER_DAYS * DAY_MS).toISOString();
  await queries.deleteGuessesBefore(db, { last, locked: now().toISOString() });
}
