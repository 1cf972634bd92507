import type { BodyOf, ResponseOf } from "../../../contract/endpoint.ts";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomVoice, VoiceId } from "../../../contract/room-marks.ts";
import type {
  createRoom as createRoomCall,
  getRoom as getRoomCall,
  Room,
  RoomId,
  updateRoom as updateRoomCall,
} from "../../../contract/rooms.ts";
import { transaction } from "../../db/connect.ts";
import type { RoomRow } from "../../db/room-table.ts";
import type { AlbumRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, entityNotFound, invalid, notFound } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { followLine } from "../../library/orders/versions.ts";
import { findAlbum } from "../../library/shown/albums.queries.ts";
import { hashPassword } from "../auth/password.ts";
import { adminPhotosById, listPhotosOfAlbum } from "../photos/photos.service.ts";
import { hashToken, newEpoch, newToken } from "./room-access.ts";
import { deleteAllGuesses } from "./room-guesses.queries.ts";
import * as marks from "./room-marks.queries.ts";
import { readSelection, readVoices } from "./room-marks.ts";
import { findFormerFiles, findShownIds, setRoomPhotos } from "./room-photos.queries.ts";
import { deleteRoomPictures } from "./room-pictures.ts";
import * as voices from "./room-voices.ts";
import * as queries from "./rooms.queries.ts";

type NewRoom = BodyOf<typeof createRoomCall>;

export async function listRooms(deps: Deps): Promise<Room[]> {
  return (await queries.findRooms(deps.db)).map((row) => presentRoom(deps, row));
}

export async function createRoom(deps: Deps, body: NewRoom, by: Actor): Promise<Room> {
  requireFuture(deps, body.expires_on);
  return addRoom(deps, body, by, "open");
}

/** Closed. Unlike a new room, it may have expired long ago. */
export const importRoom = (deps: Deps, body: NewRoom, by: Actor): Promise<Room> => addRoom(deps, body, by, "closed");

async function addRoom(deps: Deps, body: NewRoom, by: Actor, status: "open" | "closed"): Promise<Room> {
  const { title, message = "", expires_on = null, download, selection_limit = null } = body;
  const { has_labels = false, max_px = null, watermark = null, cover_photo_id = null, welcome = "" } = body;
  requireProofs({ watermark, download });
  await requireCover(deps, cover_photo_id);
  const { album, ids } = await choosePhotos(deps, body);
  const password_hash = body.password ? await hashPassword(body.password) : null;
  const created_at = deps.now().toISOString();
  const id = await transaction(deps.db, async (trx) => {
    const { id } = await queries.insertRoom(trx, {
      title,
      message,
      expires_on,
      download,
      selection: (body.selection ?? selection_limit !== null) ? 1 : 0,
      selection_limit,
      password_hash,
      album_id: album?.id ?? null,
      ...newLink(deps),
      epoch: newEpoch(),
      closed: status === "closed" ? 1 : 0,
      closed_on: status === "closed" ? deps.now().toISOString() : null,
      last_opened_on: null,
      voices: body.voices ?? "shared",
      has_labels: has_labels ? 1 : 0,
      max_px,
      watermark,
      cover_photo_id,
      welcome,
      created_at,
    });
    await voices.addSharedVoice(trx, { id, created_at });
    await setRoomPhotos(trx, { id, round: 1 }, ids);
    await recordActivity({ db: trx, now: deps.now }, { action: "room-created", ...by, detail: { room: title } });
    return id;
  });
  return presentRoom(deps, await requireRoomById(deps, id));
}

/** As it is now, or in an earlier round. */
export async function getRoom(deps: Deps, id: RoomId, round?: number): Promise<ResponseOf<typeof getRoomCall>> {
  const row = await requireRoomById(deps, id);
  if (round !== undefined && round > row.round) throw notFound();
  const shown = { ...row, round: round ?? row.round };
  const files = await findShownIds(deps.db, shown);
  const former = await findFormerFiles(deps.db, shown);
  const known = await adminPhotosById(
    deps,
    files.map((file) => file.id),
  );
  const photos = files.flatMap(({ id, sha256 }) => {
    const photo = known.get(id);
    return photo ? [{ ...photo, changed: isChanged(former.get(id), sha256) }] : [];
  });
  const speakers = await readVoices(deps, shown);
  return {
    room: presentRoom(deps, row),
    photos: row.album_id === null ? photos : (await followLine(deps.db, row.album_id, photos)).photos,
    selection: await readSelection(deps, shown, speakers),
    voices: speakers,
    rounds: await queries.findRounds(deps.db, id),
    downloads: await queries.findDownloads(deps.db, id),
  };
}

/** Unknown: the photo was not in the round before. */
export const isChanged = (before: string | undefined, now: string): boolean => before !== undefined && before !== now;

export async function updateRoom(deps: Deps, id: RoomId, body: BodyOf<typeof updateRoomCall>): Promise<Room> {
  const { password, photo_ids, album_slug, closed, selection, has_labels, seen, new_link, ...columns } = body;
  const before = await requireRoomById(deps, id);
  requireProofs({ ...before, ...columns });
  await requireCover(deps, columns.cover_photo_id ?? null);
  if (columns.voices !== undefined && columns.voices !== before.voices && (await marks.hasMarks(deps.db, id))) {
    throw conflict("Photos have been marked in this room. Make a new room to choose whose selection it is");
  }
  // A last day that has passed closes the room.
  const { expires_on = before.expires_on } = columns;
  if (closed === false && hasExpired(deps, expires_on)) {
    throw invalid({ expires_on: ["The last day of this room has passed. Choose a new one"] });
  }
  const isNewSet = photo_ids !== undefined || album_slug !== undefined;
  const chosen = isNewSet ? await choosePhotos(deps, body) : undefined;
  const password_hash = password ? await hashPassword(password) : null;
  const changes: Partial<Omit<RoomRow, "id">> = {
    ...columns,
    ...(chosen && { album_id: chosen.album?.id ?? null }),
    ...(closed !== undefined && {
      closed: closed ? 1 : 0,
      closed_on: closed ? (before.closed_on ?? deps.now().toISOString()) : null,
    }),
    ...(selection !== undefined && { selection: selection ? 1 : 0 }),
    ...(has_labels !== undefined && { has_labels: has_labels ? 1 : 0 }),
    ...(password !== undefined && {
      password_hash,
      epoch: newEpoch(),
      wrong_passwords: 0,
      last_wrong_password_on: null,
    }),
    ...(new_link && { ...newLink(deps), epoch: newEpoch() }),
  };
  await transaction(deps.db, async (trx) => {
    if (Object.keys(changes).length > 0) await queries.updateRoom(trx, id, changes);
    if (chosen) await setRoomPhotos(trx, before, chosen.ids);
    if (seen) await marks.markSeen(trx, id);
    if (password !== undefined) await deleteAllGuesses(trx, id);
  });
  if (changes.watermark !== undefined && changes.watermark !== before.watermark) await deleteRoomPictures(deps, id);
  return presentRoom(deps, await requireRoomById(deps, id));
}

/** Of one voice, or of all. */
export async function reopenSelection(deps: Deps, id: RoomId, voiceId: VoiceId | undefined): Promise<Room> {
  const room = await requireRoomById(deps, id);
  const voices = await marks.findVoices(deps.db, id, room.voices);
  if (voiceId !== undefined && !voices.some((voice) => voice.id === voiceId)) throw entityNotFound("Voice");
  await marks.reopenSelections(deps.db, room, voiceId);
  return presentRoom(deps, await requireRoomById(deps, id));
}

export async function inviteVoice(deps: Deps, id: RoomId, person: { name: string; email: string }): Promise<RoomVoice> {
  const room = await requireRoomById(deps, id);
  const { id: voiceId } = await voices.inviteVoice(deps, room, person);
  const invited = (await readVoices(deps, room)).find((voice) => voice.id === voiceId);
  if (!invited) throw entityNotFound("Voice");
  return invited;
}

export async function deleteVoice(deps: Deps, id: RoomId, voiceId: VoiceId): Promise<void> {
  await voices.deleteVoice(deps, await requireRoomById(deps, id), voiceId);
}

export async function deleteRoom(deps: Deps, id: RoomId, by: Actor): Promise<void> {
  await deleteRoomPictures(deps, id);
  const deleted = await queries.deleteRoom(deps.db, id);
  if (!deleted) throw entityNotFound("Room");
  await recordActivity(deps, { action: "room-deleted", ...by, detail: { room: deleted.title } });
}

/** An imported room is closed since its import, although its last day may be long past. */
export async function deleteRoomsEndedBefore({ db, now }: Deps, before: string, by: Actor): Promise<void> {
  await transaction(db, async (trx) => {
    for (const { title } of await queries.deleteEndedBefore(trx, before)) {
      await recordActivity({ db: trx, now }, { action: "room-deleted", ...by, detail: { room: title } });
    }
  });
}

/** Selections that were sent and that the owner has not opened yet. */
export const countNews = ({ db }: Deps): Promise<number> => marks.countNews(db);

export async function requireRoomById({ db }: Deps, id: RoomId): Promise<queries.RoomWithFigures> {
  const row = await queries.findRoom(db, id);
  if (!row) throw entityNotFound("Room");
  return row;
}

/** The album's photos in its order, then the others, each once. */
async function choosePhotos(
  deps: Deps,
  { album_slug, photo_ids = [] }: { album_slug?: string; photo_ids?: PhotoId[] },
): Promise<{ album: AlbumRow | undefined; ids: PhotoId[] }> {
  const album = album_slug === undefined ? undefined : await findAlbum(deps.db, album_slug);
  if (album_slug !== undefined && !album) throw invalid({ album_slug: ["Album not found"] });
  await requirePhotos(deps, photo_ids);
  const members = album ? await listPhotosOfAlbum(deps, album.id) : [];
  return { album, ids: [...new Set([...members.map(({ id }) => id), ...photo_ids])] };
}

export async function requirePhotos(deps: Deps, ids: readonly PhotoId[]): Promise<void> {
  const known = await adminPhotosById(deps, ids);
  if (ids.every((id) => known.get(id)?.deleted === false)) return;
  throw invalid({ photo_ids: ["One of these photos is no longer in the library"] });
}

/** Anyone who may download has a picture without the watermark. */
function requireProofs({ watermark, download }: Pick<RoomRow, "watermark" | "download">): void {
  if (watermark === null || download === "none") return;
  throw invalid({ download: ["A room with a watermark offers no download. Choose none, or remove the watermark"] });
}

async function requireCover(deps: Deps, id: PhotoId | null): Promise<void> {
  if (id === null || (await adminPhotosById(deps, [id])).get(id)?.deleted === false) return;
  throw invalid({ cover_photo_id: ["This photo is no longer in the library"] });
}

const hasExpired = ({ now }: Deps, expires_on: string | null) =>
  expires_on !== null && expires_on <= now().toISOString();

function requireFuture(deps: Deps, expires_on: string | null = null): void {
  if (hasExpired(deps, expires_on)) throw invalid({ expires_on: ["This day has passed. Choose today or a later day"] });
}

function newLink({ sealing }: Deps): Pick<RoomRow, "token_hash" | "token_sealed"> {
  const token = newToken();
  return { token_hash: hashToken(token), token_sealed: sealing.seal(token) };
}

export function presentRoom(deps: Deps, row: queries.RoomWithFigures): Room {
  const token = deps.sealing.unseal(row.token_sealed);
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    url: token === undefined ? null : paths.room(token),
    album_slug: row.album_slug,
    has_password: row.password_hash !== null,
    expires_on: row.expires_on,
    download: row.download,
    selection: row.selection === 1,
    selection_limit: row.selection_limit,
    voices: row.voices,
    has_labels: row.has_labels === 1,
    max_px: row.max_px,
    watermark: row.watermark,
    cover_photo_id: row.cover_photo_id,
    welcome: row.welcome,
    round: row.round,
    photo_count: row.photo_count,
    status: row.closed === 1 ? "closed" : hasExpired(deps, row.expires_on) ? "expired" : "open",
    opened_count: row.opened_count,
    last_opened_on: row.last_opened_on,
    picks_count: row.picks_count,
    selection_state: stateOf(row),
    has_news: row.news_count > 0,
    news_count: row.news_count,
    created_on: row.created_at,
    wrong_passwords: row.wrong_passwords,
    last_wrong_password_on: row.last_wrong_password_on,
  };
}

/** `sent` once every voice has sent. */
function stateOf({ selection, sent_count, voice_count }: queries.RoomWithFigures): Room["selection_state"] {
  if (sent_count > 0 && sent_count >= voice_count) return "sent";
  return selection === 1 ? "open" : "none";
}
