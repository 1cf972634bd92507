import type { BodyOf } from "../../../contract/endpoint.ts";
import { paths } from "../../../contract/paths.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type {
  createRoom as createRoomCall,
  Room,
  RoomId,
  RoomSelection,
  updateRoom as updateRoomCall,
} from "../../../contract/rooms.ts";
import { transaction } from "../../db/connect.ts";
import type { RoomRow } from "../../db/room-table.ts";
import type { AlbumRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { entityNotFound, invalid } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { followLine } from "../../library/orders/versions.ts";
import { findAlbum } from "../../library/shown/albums.queries.ts";
import { hashPassword } from "../auth/password.ts";
import { adminPhotosById, listPhotosOfAlbum } from "../photos/photos.service.ts";
import { hashToken, newEpoch, newToken } from "./room-access.ts";
import { deleteAllGuesses } from "./room-guesses.queries.ts";
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
  const { album, ids } = await choosePhotos(deps, body);
  const password_hash = body.password ? await hashPassword(body.password) : null;
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
      sent_on: null,
      created_at: deps.now().toISOString(),
    });
    await queries.setRoomPhotos(trx, id, ids);
    await recordActivity({ db: trx, now: deps.now }, { action: "room-created", ...by, detail: { room: title } });
    return id;
  });
  return presentRoom(deps, await requireRoomById(deps, id));
}

export async function getRoom(
  deps: Deps,
  id: RoomId,
): Promise<{ room: Room; photos: AdminPhoto[]; selection: RoomSelection }> {
  const row = await requireRoomById(deps, id);
  const ids = await queries.findShownIds(deps.db, id);
  const known = await adminPhotosById(deps, ids);
  const photos = ids.flatMap((photo) => known.get(photo) ?? []);
  return {
    room: presentRoom(deps, row),
    photos: row.album_id === null ? photos : (await followLine(deps.db, row.album_id, photos)).photos,
    selection: await readSelection(deps, row),
  };
}

/** What the client chose, in the room's order. */
export async function readSelection({ db }: Deps, row: RoomRow): Promise<RoomSelection> {
  const marked = await queries.findMarkedPhotos(db, row.id);
  const list = (picked: 0 | 1) =>
    marked
      .filter((photo) => photo.picked === picked)
      .map(({ id, source_filename, comment }) => ({ photo_id: id, filename: source_filename, comment }));
  return {
    state: selectionState(row),
    name: row.sent_name,
    email: row.sent_email,
    message: row.sent_message,
    sent_on: row.sent_on,
    picks: list(1),
    other_comments: list(0),
  };
}

export async function updateRoom(deps: Deps, id: RoomId, body: BodyOf<typeof updateRoomCall>): Promise<Room> {
  const { password, photo_ids, album_slug, closed, selection, seen, new_link, ...columns } = body;
  const before = await requireRoomById(deps, id);
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
    ...(seen && { seen: 1 }),
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
    if (chosen) await queries.setRoomPhotos(trx, id, chosen.ids);
    if (password !== undefined) await deleteAllGuesses(trx, id);
  });
  return presentRoom(deps, await requireRoomById(deps, id));
}

export async function reopenSelection(deps: Deps, id: RoomId): Promise<Room> {
  await requireRoomById(deps, id);
  await queries.updateRoom(deps.db, id, { sent_on: null, seen: 0, mail_at: null });
  return presentRoom(deps, await requireRoomById(deps, id));
}

export async function deleteRoom(deps: Deps, id: RoomId, by: Actor): Promise<void> {
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
export const countNews = ({ db }: Deps): Promise<number> => queries.countNews(db);

export async function requireRoomById({ db }: Deps, id: RoomId): Promise<queries.RoomWithFigures> {
  const row = await queries.findRoom(db, id);
  if (!row) throw entityNotFound("Room");
  return row;
}

export const selectionState = ({ selection, sent_on }: Pick<RoomRow, "selection" | "sent_on">) => {
  if (sent_on !== null) return "sent";
  return selection === 1 ? "open" : "none";
};

/** The album's photos in its order, then the others, each once. */
async function choosePhotos(
  deps: Deps,
  { album_slug, photo_ids = [] }: { album_slug?: string; photo_ids?: PhotoId[] },
): Promise<{ album: AlbumRow | undefined; ids: PhotoId[] }> {
  const album = album_slug === undefined ? undefined : await findAlbum(deps.db, album_slug);
  if (album_slug !== undefined && !album) throw invalid({ album_slug: ["Album not found"] });
  const known = await adminPhotosById(deps, photo_ids);
  if (photo_ids.some((id) => known.get(id)?.deleted !== false)) {
    throw invalid({ photo_ids: ["One of these photos is no longer in the library"] });
  }
  const members = album ? await listPhotosOfAlbum(deps, album.id) : [];
  return { album, ids: [...new Set([...members.map(({ id }) => id), ...photo_ids])] };
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

function presentRoom(deps: Deps, row: queries.RoomWithFigures): Room {
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
    photo_count: row.photo_count,
    status: row.closed === 1 ? "closed" : hasExpired(deps, row.expires_on) ? "expired" : "open",
    opened_count: row.opened_count,
    last_opened_on: row.last_opened_on,
    picks_count: row.picks_count,
    selection_state: selectionState(row),
    has_news: row.sent_on !== null && row.seen === 0,
    created_on: row.created_at,
    wrong_passwords: row.wrong_passwords,
    last_wrong_password_on: row.last_wrong_password_on,
  };
}
