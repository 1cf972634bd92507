import { createHash } from "node:crypto";
import type { PictureSize } from "../../../contract/limits.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import { transaction } from "../../db/connect.ts";
import type { RoomPictureRow, RoomRow } from "../../db/room-table.ts";
import type { Deps } from "../../deps.ts";
import { notFound, tooBusy, unavailable } from "../../errors.ts";
import { readFormerFile } from "../../library/files/former-file.ts";
import { beginPut, endPut, finishDeletes, recordDelete, undoPut } from "../../library/files/intents.ts";
import { roomPictureKey } from "../../library/files/keys.ts";
import { ImagesBusyError, type MakeOptions } from "../../platform/images/images.ts";
import type { Watermark } from "../../platform/images/watermark.ts";
import { MakingFailedError, makeFromOriginal, OriginalMissingError } from "../pictures/making/making.service.ts";
import * as queries from "./room-pictures.queries.ts";
import { lockRoom } from "./rooms.queries.ts";

/** `before`: of the file before the last replacement. `largestPx`: smaller than the size is elsewhere. */
export type WantedPicture = {
  size: Exclude<PictureSize, "original">;
  format: "jpeg" | "avif";
  before?: boolean;
  largestPx?: number;
};

const REQUESTED_EVERY_MS = 60 * 60 * 1000;
const PICTURES_PER_LOOK = 100;

/** Made on the first request for it, kept in storage as long as the disk budget allows, and deleted with the room. */
export async function ensureRoomPicture(
  deps: Deps,
  room: RoomRow,
  photo: queries.Source,
  wanted: WantedPicture,
): Promise<RoomPictureRow> {
  const name = nameOf(wanted);
  const known = await findRoomPicture(deps, room, photo, wanted);
  if (known) {
    await noteRequest(deps, known);
    return known;
  }
  return deps.locks.hold(`room-picture/${room.id}/${photo.id}/${name}`, async () => {
    const since = await findRoomPicture(deps, room, photo, wanted);
    if (since) return since;
    const source = sourceOf(photo, wanted);
    const bytes = await make(deps, room, source, wanted);
    const named = { room_id: room.id, photo_id: photo.id, name };
    const before = await queries.findPicture(deps.db, named);
    const version = versionOf(room, source, wanted);
    const made = await keep(deps, { ...named, version, bytes, before, format: wanted.format });
    await keepWithinBudget(deps, made.id);
    return made;
  });
}

/** Undefined when it has yet to be made, or made again. Storage may have lost it. */
export async function findKeptPicture(
  { db }: Deps,
  room: RoomRow,
  photo: queries.Source,
  wanted: WantedPicture,
): Promise<RoomPictureRow | undefined> {
  const row = await queries.findPicture(db, { room_id: room.id, photo_id: photo.id, name: nameOf(wanted) });
  return row?.version === versionOf(room, sourceOf(photo, wanted), wanted) ? row : undefined;
}

/** One that is in storage, too. */
export async function findRoomPicture(
  deps: Deps,
  room: RoomRow,
  photo: queries.Source,
  wanted: WantedPicture,
): Promise<RoomPictureRow | undefined> {
  const row = await findKeptPicture(deps, room, photo, wanted);
  return row && (await deps.storage.sizeOf(row.key)) === row.bytes ? row : undefined;
}

const nameOf = ({ size, format, before, largestPx }: WantedPicture) =>
  [before && "before", size, largestPx, format].filter(Boolean).join("-");

function sourceOf(photo: queries.Source, { before }: WantedPicture) {
  if (!before) return photo;
  const former = readFormerFile(photo);
  if (!former) throw notFound();
  return { ...photo, original_key: former.original_key, sha256: former.sha256 };
}

function versionOf(
  { watermark }: RoomRow,
  { sha256, focal_point, image_version }: queries.Source,
  { size }: WantedPicture,
) {
  const parts = [sha256, image_version, size === "thumb" ? focal_point : null, watermark];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

async function make(
  deps: Deps,
  { watermark }: RoomRow,
  source: queries.Source,
  wanted: WantedPicture,
): Promise<Buffer> {
  const { size, format, largestPx } = wanted;
  const options: MakeOptions = {
    priority: "visitor",
    formats: [format],
    watermark: watermark === null ? null : await watermarkOf(watermark),
    ...(largestPx !== undefined && { largestPx }),
  };
  try {
    const { pictures } = await makeFromOriginal(deps, source, [size], options);
    const picture = pictures.find((each) => each.format === format);
    if (picture) return picture.bytes;
  } catch (error) {
    if (error instanceof ImagesBusyError) throw tooBusy();
    if (!(error instanceof MakingFailedError) && !(error instanceof OriginalMissingError)) throw error;
    deps.log.warn({ err: error, photo: source.id, size }, "a picture for a room could not be made");
  }
  throw unavailable("This picture is not available at the moment");
}

/** Drawing takes as long as making a small picture: the last few are kept. */
const drawn = new Map<string, Promise<Watermark>>();
const DRAWN_MAX = 20;

function watermarkOf(text: string): Promise<Watermark> {
  const known = drawn.get(text);
  if (known) return known;
  const [oldest] = drawn.keys();
  if (oldest !== undefined && drawn.size >= DRAWN_MAX) drawn.delete(oldest);
  const drawing = draw(text);
  drawn.set(text, drawing);
  drawing.catch(() => drawn.delete(text));
  return drawing;
}

async function draw(text: string): Promise<Watermark> {
  // Most sites draw none, and this brings libvips into the server.
  const { drawWatermark } = await import("../../platform/images/watermark.ts");
  return drawWatermark(text);
}

type Made = {
  room_id: RoomId;
  photo_id: queries.Source["id"];
  name: string;
  version: string;
  bytes: Buffer;
  before: RoomPictureRow | undefined;
  format: "jpeg" | "avif";
};

async function keep(deps: Deps, { bytes, before, format, ...named }: Made): Promise<RoomPictureRow> {
  const key = roomPictureKey(named.room_id, format);
  const intent = await beginPut(deps, [key]);
  try {
    await deps.storage.putBytes(key, bytes);
    const { row, deletes } = await transaction(deps.db, async (trx) => {
      // Deleted in the meantime, and its pictures with it.
      if (!(await lockRoom(trx, named.room_id))) throw notFound();
      const replaced = before ? await queries.deletePictures(trx, [before.id]) : [];
      const requested_on = deps.now().toISOString();
      const row = await queries.insertPicture(trx, { ...named, key, bytes: bytes.length, requested_on });
      await endPut(trx, intent);
      return { row, deletes: await recordDelete(trx, replaced, deps.now()) };
    });
    await finishDeletes(deps, deletes);
    return row;
  } catch (error) {
    await undoPut(deps, intent);
    throw error;
  }
}

/** The least recently requested go first. The one just made stays in any case: its visitor is waiting for it. */
async function keepWithinBudget(deps: Deps, justMade: number): Promise<void> {
  let excess = (await queries.sumPictures(deps.db)) - deps.config.onDemandMaxBytes;
  if (excess <= 0) return;
  const evicted: number[] = [];
  for (const { id, bytes } of await queries.findLeastRequested(deps.db, justMade, PICTURES_PER_LOOK)) {
    if (excess <= 0) break;
    evicted.push(id);
    excess -= bytes;
  }
  await deleteAll(deps, evicted);
}

async function deleteAll(deps: Deps, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const deletes = await transaction(deps.db, async (trx) =>
    recordDelete(trx, await queries.deletePictures(trx, ids), deps.now()),
  );
  await finishDeletes(deps, deletes);
}

/** With the room, and when its watermark changes. */
export async function deleteRoomPictures(deps: Deps, roomId: RoomId): Promise<void> {
  for (;;) {
    const rows = await queries.findPicturesOf(deps.db, roomId, PICTURES_PER_LOOK);
    if (rows.length === 0) return;
    await deleteAll(
      deps,
      rows.map(({ id }) => id),
    );
  }
}

/** Of rooms that ended and photos that were deleted permanently. */
export async function deleteLeftPictures(deps: Deps): Promise<void> {
  const rows = await queries.findLeftPictures(deps.db, PICTURES_PER_LOOK);
  await deleteAll(
    deps,
    rows.map(({ id }) => id),
  );
  if (rows.length === PICTURES_PER_LOOK) await deleteLeftPictures(deps);
}

/** Recorded to the hour, as with the pictures of the site. */
export async function noteRequest({ db, now, database }: Deps, { id, requested_on }: RoomPictureRow): Promise<void> {
  if (database.isReadOnly || now().getTime() - Date.parse(requested_on) < REQUESTED_EVERY_MS) return;
  await queries.markRequested(db, id, now().toISOString());
}
