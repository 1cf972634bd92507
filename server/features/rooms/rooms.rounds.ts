import type { BodyOf } from "../../../contract/endpoint.ts";
import type { Room, RoomId, startRound as startRoundCall } from "../../../contract/rooms.ts";
import { transaction } from "../../db/connect.ts";
import type { Deps } from "../../deps.ts";
import { conflict, entityNotFound } from "../../errors.ts";
import { firstAttempt } from "../../library/outbox.ts";
import { findPickedIds, inviteToRound } from "./room-marks.queries.ts";
import { setRoomPhotos } from "./room-photos.queries.ts";
import { insertRound, lockRoom, updateRoom } from "./rooms.queries.ts";
import { presentRoom, requirePhotos, requireRoomById } from "./rooms.service.ts";

/** The marks so far stay as they are, in their round. Nobody can change them any more. */
export async function startRound(
  deps: Deps,
  id: RoomId,
  { photo_ids, message }: BodyOf<typeof startRoundCall>,
): Promise<Room> {
  if (photo_ids) await requirePhotos(deps, photo_ids);
  await transaction(deps.db, async (trx) => {
    const room = await lockRoom(trx, id);
    if (!room) throw entityNotFound("Room");
    const photos = photo_ids ?? (await findPickedIds(trx, room));
    if (photos.length === 0) throw conflict("Nobody has chosen a photo yet. Say which photos the next round shows");
    const round = room.round + 1;
    const started_on = deps.now().toISOString();
    await updateRoom(trx, id, { round });
    await insertRound(trx, { room_id: id, number: round, message, started_on });
    await setRoomPhotos(trx, { id, round }, [...new Set(photos)]);
    await inviteToRound(trx, id, firstAttempt(deps, started_on));
  });
  return presentRoom(deps, await requireRoomById(deps, id));
}
