import { finished, Readable } from "node:stream";
import type { QueryOf } from "../../../contract/endpoint.ts";
import { type DeliverySize, publicSize, WEB_EDGE_PX } from "../../../contract/limits.ts";
import type { downloadRoom } from "../../../contract/room-visits.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import type { Deps } from "../../deps.ts";
import { conflict, notAllowed, notFound, tooBusy } from "../../errors.ts";
import { variantKey } from "../../library/files/keys.ts";
import { createNamer, splitName } from "../../library/shown/unique-names.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import type { StoredFile } from "../../platform/storage/storage.ts";
import { cameraMoment, type ZipFile, zip } from "../../platform/zip.ts";
import { keepWithinBudget } from "../pictures/making/disk-budget.ts";
import { makeUnlessStored } from "../pictures/making/making.service.ts";
import { markFile } from "../pictures/serving/data-mining.ts";
import { findVisit, offers, type Visit } from "./room-access.ts";
import { countPicks, findSelection } from "./room-marks.queries.ts";
import { findFiles, findShownIds } from "./room-photos.queries.ts";
import type { Source } from "./room-pictures.queries.ts";
import { ensureRoomPicture } from "./room-pictures.ts";
import { endDownload, insertDownload } from "./rooms.queries.ts";

/** Each holds a connection and a file. Visitors who look at pictures have no such limits. */
const MAX_DOWNLOADS = 12;
/** So that no one link, and no one visitor, holds all of them. */
const MAX_PER_ROOM = 3;
const MAX_PER_NETWORK = 2;
/** For a client that reads nothing. */
const STALLED_AFTER_MS = 60_000;
const STALL_CHECK_MS = 5_000;
const BATCH = 100;

type Asked = QueryOf<typeof downloadRoom>;
type Download = { room: RoomId; network: string };

export function createDownloads(deps: Deps) {
  const running = new Set<Download>();
  const count = (isCounted: (download: Download) => boolean) => [...running].filter(isCounted).length;

  return async function openDownload(
    visit: Visit,
    { size = visit.room.download === "original" ? "original" : "large", picks: isPicksOnly = false }: Asked,
    ip: string,
  ): Promise<Readable> {
    if (!offers(visit.room, size)) throw notAllowed("This room does not offer this download");
    const selectionId = isPicksOnly ? await selectionOf(deps, visit) : undefined;
    const first = await findFiles(deps.db, visit.room, { after: -1, selectionId, limit: 1 });
    if (first.length === 0) throw conflict(isPicksOnly ? "No photos have been chosen yet" : "This room has no photos");
    const download = { room: visit.room.id, network: networkOf(ip) };
    if (
      running.size >= MAX_DOWNLOADS ||
      count(({ room }) => room === download.room) >= MAX_PER_ROOM ||
      count(({ network }) => network === download.network) >= MAX_PER_NETWORK
    ) {
      throw tooBusy();
    }
    running.add(download);
    const record = await recordStart(deps, visit, size, selectionId).catch(logAndGoOn(deps));
    const archive = endWhenStalled(zip(filesOf(deps, visit, size, selectionId)));
    finished(archive, (error) => {
      running.delete(download);
      if (!error && record) endDownload(deps.db, record.id, deps.now().toISOString()).catch(logAndGoOn(deps));
    });
    return archive;
  };
}

/** For the owner: who took what, and when. */
async function recordStart(deps: Deps, { room, voice }: Visit, size: DeliverySize, selectionId: number | undefined) {
  const photos = selectionId === undefined ? await findShownIds(deps.db, room) : undefined;
  return insertDownload(deps.db, {
    room_id: room.id,
    name: voice?.name ?? "",
    size,
    photo_count: photos?.length ?? (await countPicks(deps.db, room, selectionId ?? 0)),
    started_on: deps.now().toISOString(),
    finished_on: null,
  });
}

/** On a full disk a client still gets the photos. */
const logAndGoOn =
  ({ log }: Deps) =>
  (error: unknown) => {
    log.warn({ err: error }, "a download was not recorded");
    return undefined;
  };

/** Of a visitor who has chosen nothing yet, none that there is. */
async function selectionOf({ db }: Deps, { room, voice }: Visit): Promise<number> {
  return (voice && (await findSelection(db, voice.id, room.round))?.id) ?? 0;
}

/** Ends where nobody takes the next bytes for a minute. Storage and pictures that are still being made may take longer. */
function endWhenStalled(chunks: AsyncIterable<Buffer>): Readable {
  let offeredMs: number | undefined;
  const watch = setInterval(() => {
    if (offeredMs === undefined) return;
    offeredMs += STALL_CHECK_MS;
    if (offeredMs >= STALLED_AFTER_MS) stream.destroy(new Error("the client stopped reading"));
  }, STALL_CHECK_MS).unref();
  async function* offered() {
    for await (const chunk of chunks) {
      offeredMs = 0;
      yield chunk;
      offeredMs = undefined;
    }
  }
  const stream = Readable.from(offered(), { objectMode: false });
  finished(stream, () => clearInterval(watch));
  return stream;
}

async function* filesOf(
  deps: Deps,
  visit: Visit,
  size: DeliverySize,
  selectionId: number | undefined,
): AsyncGenerator<ZipFile> {
  const uniqueName = createNamer();
  for (let after = -1; ; ) {
    const photos = await findFiles(deps.db, visit.room, { after, selectionId, limit: BATCH });
    for (const photo of photos) {
      await requireStillOpen(deps, visit, size);
      // The room gives no larger picture than this, so no file as it was uploaded.
      const isFile = size === "original" && visit.room.max_px === null;
      const file = await (isFile ? deps.storage.open(photo.original_key) : openPicture(deps, visit, photo, size));
      const name = isFile ? photo.filename : `${splitName(photo.filename)[0]}.jpg`;
      const modified = cameraMoment(photo.captured_on ?? photo.uploaded_on);
      yield { name: uniqueName(name), modified, content: file?.stream };
    }
    const last = photos.at(-1);
    if (!last) break;
    after = last.position;
  }
}

/** A download takes minutes. It ends with the room, not at the end of the archive. */
async function requireStillOpen(deps: Deps, { room, token }: Visit, size: DeliverySize): Promise<void> {
  const now = await findVisit(deps, token);
  if (now?.room.epoch !== room.epoch || !offers(now.room, size)) throw notFound();
}

/** With the owner's notice to those who train models. */
async function openPicture(
  deps: Deps,
  visit: Visit,
  photo: PhotoToSend,
  size: DeliverySize,
): Promise<StoredFile | undefined> {
  const file = await openStored(deps, visit, photo, size);
  return file && deps.site.current().ai_training === "forbid" ? markFile(file) : file;
}

type PhotoToSend = Source;

/** Undefined when it cannot be made: the archive goes on without it, and lists it at its end. */
async function openStored(deps: Deps, { room }: Visit, photo: PhotoToSend, size: DeliverySize) {
  try {
    if (size === "web") {
      const largestPx = Math.min(WEB_EDGE_PX, room.max_px ?? WEB_EDGE_PX);
      const { key } = await ensureRoomPicture(deps, room, photo, { size: "large", format: "jpeg", largestPx });
      return await deps.storage.open(key);
    }
    const shown = publicSize(size === "large" ? "large" : "original", room.max_px);
    const key = variantKey(photo.internal_id, shown, "jpeg");
    const existing = await deps.storage.open(key);
    if (existing) return existing;
    await makeUnlessStored(deps, photo, shown);
    if (shown === "original") await keepWithinBudget(deps, photo.id);
    return await deps.storage.open(key);
  } catch (error) {
    deps.log.warn({ err: error, photo: photo.id }, "a picture for a download could not be made");
    return undefined;
  }
}
