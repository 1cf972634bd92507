import type { Transaction } from "kysely";
import type { RoomId } from "../../../contract/rooms.ts";
import type { RoomGuessRow } from "../../db/room-table.ts";
import type { Db, Schema } from "../../db/schema.ts";

const NEVER = new Date(0).toISOString();

type Guesser = Pick<RoomGuessRow, "room_id" | "network">;

/** What is known of the network, which is new if nothing is. Others wait for it until the transaction ends. */
export function lockGuesses(trx: Transaction<Schema>, guesser: Guesser, now: string): Promise<RoomGuessRow> {
  return trx
    .insertInto("room_guess")
    .values({ ...guesser, failed: 0, last_on: now, locked_until: NEVER })
    .onConflict((conflict) =>
      conflict.columns(["room_id", "network"]).doUpdateSet((eb) => ({ failed: eb.ref("room_guess.failed") })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function setGuesses(db: Db, { room_id, network, ...guesses }: RoomGuessRow) {
  return db
    .updateTable("room_guess")
    .set(guesses)
    .where("room_id", "=", room_id)
    .where("network", "=", network)
    .execute();
}

export function deleteGuesses(db: Db, roomId: RoomId, network: string) {
  return db.deleteFrom("room_guess").where("room_id", "=", roomId).where("network", "=", network).execute();
}

export function deleteAllGuesses(db: Db, roomId: RoomId) {
  return db.deleteFrom("room_guess").where("room_id", "=", roomId).execute();
}

export function deleteGuessesBefore(db: Db, { last, locked }: { last: string; locked: string }) {
  return db.deleteFrom("room_guess").where("last_on", "<", last).where("locked_until", "<", locked).execute();
}

/** For the owner. */
export function countWrongPassword(db: Db, id: RoomId, now: string) {
  return db
    .updateTable("room")
    .set((eb) => ({ wrong_passwords: eb("wrong_passwords", "+", 1), last_wrong_password_on: now }))
    .where("id", "=", id)
    .execute();
}
