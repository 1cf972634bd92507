import type { IncomingMessage } from "node:http";
import { finished, Readable } from "node:stream";
import type { QueryOf } from "../../../contract/endpoint.ts";
import type { downloadRoom } from "../../../contract/room-visits.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import type { Deps } from "../../deps.ts";
import { conflict, notAllowed, photoNotFound, tooBusy } from "../../errors.ts";
import { wantedRange } from "../../platform/http/byte-range.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { offers, type Visit } from "./room-access.ts";
import { type Asked, makeArchive, openPhoto, planArchive } from "./room-archive.ts";
import { countPicks, findSelection } from "./room-marks.queries.ts";
import { findFiles, findShownIds } from "./room-photos.queries.ts";
import { endDownload, findUnfinishedDownload, insertDownload } from "./rooms.queries.ts";

/** Each holds a connection and a file. Visitors who look at pictures have no such limits. */
const MAX_DOWNLOADS = 12;
/** So that no one link, and no one visitor, holds all of them. */
const MAX_PER_ROOM = 3;
const MAX_PER_NETWORK = 2;
/** For a client that reads nothing. */
const STALLED_AFTER_MS = 60_000;
const STALL_CHECK_MS = 5_000;

type Download = { room: RoomId; network: string };
/** Without an archive where the range lies behind its end. */
type DownloadResponse = {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  archive?: Readable;
  /** Of a single photo. */
  file?: { name: string; type: string };
};

export function createDownloads(deps: Deps) {
  const running = new Set<Download>();
  const count = (isCounted: (download: Download) => boolean) => [...running].filter(isCounted).length;

  return async function openDownload(
    visit: Visit,
    {
      size = visit.room.download === "original" ? "original" : "large",
      picks: isPicksOnly = false,
      photo_id: photoId,
    }: QueryOf<typeof downloadRoom>,
    request: IncomingMessage,
    ip: string,
  ): Promise<DownloadResponse> {
    if (!offers(visit.room, size)) throw notAllowed("This room does not offer this download");
    const selectionId = isPicksOnly ? await selectionOf(deps, visit) : undefined;
    const first = await findFiles(deps.db, visit.room, { after: -1, selectionId, photoId, limit: 1 });
    if (first.length === 0 && photoId !== undefined) throw photoNotFound();
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
    try {
      const response = await open(deps, { visit, size, selectionId, photoId }, request);
      if (response.archive) finished(response.archive, () => running.delete(download));
      else running.delete(download);
      return response;
    } catch (error) {
      running.delete(download);
      throw error;
    }
  };
}

/** One that broke off goes on where it was, as long as nothing in it has changed. */
async function open(deps: Deps, asked: Asked, request: IncomingMessage): Promise<DownloadResponse> {
  if (asked.photoId !== undefined) {
    const { content, ...file } = await openPhoto(deps, asked);
    return { status: 200, headers: {}, archive: await recorded(deps, asked, content), file };
  }
  const plan = await planArchive(deps, asked);
  if (!plan) return { status: 200, headers: {}, archive: await recorded(deps, asked, makeArchive(deps, asked)) };
  const { etag, size, read } = plan;
  const range = wantedRange(request, etag, size);
  if (range === "unsatisfiable") return { status: 416, headers: { "content-range": `bytes */${size}` } };
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const headers = {
    etag,
    "accept-ranges": "bytes",
    "content-length": String(end - start + 1),
    ...(range && { "content-range": `bytes ${start}-${end}/${size}` }),
  };
  const isLast = end === size - 1;
  const archive = await recorded(deps, asked, read({ start, end }), { isFirst: start === 0, isLast });
  return { status: range ? 206 : 200, headers, archive };
}

/** For the owner: who took what, and when. */
async function recorded(
  deps: Deps,
  asked: Asked,
  chunks: AsyncIterable<Buffer>,
  { isFirst, isLast } = { isFirst: true, isLast: true },
): Promise<Readable> {
  const record = await noteStart(deps, asked, isFirst).catch(logAndGoOn(deps));
  const archive = endWhenStalled(chunks);
  finished(archive, (error) => {
    if (error || !record || !isLast) return;
    endDownload(deps.db, record.id, deps.now().toISOString()).catch(logAndGoOn(deps));
  });
  return archive;
}

async function noteStart(deps: Deps, { visit: { room, voice }, size, selectionId, photoId }: Asked, isFirst: boolean) {
  const count = async () => {
    if (photoId !== undefined) return 1;
    return selectionId === undefined
      ? (await findShownIds(deps.db, room)).length
      : countPicks(deps.db, room, selectionId);
  };
  const download = {
    room_id: room.id,
    name: voice?.name ?? "",
    size,
    photo_count: await count(),
  };
  const begun = isFirst ? undefined : await findUnfinishedDownload(deps.db, download);
  return begun ?? insertDownload(deps.db, { ...download, started_on: deps.now().toISOString(), finished_on: null });
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
