import { ROOM_VOICES_MAX } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import type { VoiceId } from "../../../contract/room-marks.ts";
import { transaction } from "../../db/connect.ts";
import type { RoomRow, RoomVoiceRow } from "../../db/room-table.ts";
import type { Db } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, entityNotFound, notFound } from "../../errors.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { countAttempt, type RateLimit } from "../../platform/http/rate-limit.ts";
import { hashToken, newToken, type Visit } from "./room-access.ts";
import * as queries from "./room-marks.queries.ts";
import { lockRoom } from "./rooms.queries.ts";

/** The guests of a wedding may share a network. */
const LIMIT: RateLimit = { name: "room-enter", attempts: 120, windowSeconds: 60 * 60 };

type Person = { name: string; email: string };

/** Undefined in a room where each voice has a name, until the visitor has given one. */
export async function findVoice(
  { db }: Deps,
  room: RoomRow,
  key: string | undefined,
): Promise<RoomVoiceRow | undefined> {
  if (room.voices === "shared") return (await queries.findVoices(db, room.id, "shared"))[0];
  return key === undefined ? undefined : queries.findVoiceByKey(db, room.id, hashToken(key));
}

/** For the cookie: undefined where the visitor has it already, and only the name has changed. */
export async function enterRoom(deps: Deps, { room, voice }: Visit, person: Person, ip: string) {
  if (room.voices === "shared") throw conflict("In this room all visitors make one selection together");
  if (voice) {
    await queries.updateVoice(deps.db, voice.id, person);
    return { voice: { ...voice, ...person }, key: undefined };
  }
  await countAttempt(deps, LIMIT, networkOf(ip));
  return addVoice(deps, room, person);
}

/** The owner makes a link for someone. */
export async function inviteVoice(deps: Deps, room: RoomRow, person: Person): Promise<RoomVoiceRow> {
  if (room.voices === "shared") throw conflict("In this room all visitors make one selection together");
  return (await addVoice(deps, room, person)).voice;
}

async function addVoice({ db, sealing, now }: Deps, room: RoomRow, person: Person) {
  const key = newToken();
  const voice = await transaction(db, async (trx) => {
    const locked = await lockRoom(trx, room.id);
    if (!locked) throw notFound();
    if ((await queries.findVoices(trx, room.id, "named")).length >= ROOM_VOICES_MAX) {
      throw conflict("This room has no place for another person");
    }
    return queries.insertVoice(trx, {
      room_id: room.id,
      ...person,
      key_hash: hashToken(key),
      key_sealed: sealing.seal(key),
      created_at: now().toISOString(),
    });
  });
  return { voice, key };
}

export async function deleteVoice({ db }: Deps, room: RoomRow, id: VoiceId): Promise<void> {
  if (!(await queries.deleteVoice(db, room.id, id))) throw entityNotFound("Voice");
}

/** A new room has the voice of everyone who has its link. It speaks only while the room is shared. */
export const addSharedVoice = (db: Db, room: Pick<RoomRow, "id" | "created_at">) =>
  queries.insertVoice(db, { room_id: room.id, name: "", email: "", created_at: room.created_at });

/** Opens the room under the voice's name. */
export function linkOf({ sealing }: Deps, room: RoomRow, { key_sealed }: RoomVoiceRow): string | null {
  const key = key_sealed === null ? undefined : sealing.unseal(key_sealed);
  const token = sealing.unseal(room.token_sealed);
  return key === undefined || token === undefined ? null : paths.roomAs(token, key);
}
