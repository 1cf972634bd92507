import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { type DeliverySize, publicSize, WEB_EDGE_PX } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { notFound, unavailable } from "../../errors.ts";
import { variantKey } from "../../library/files/keys.ts";
import { createNamer, splitName } from "../../library/shown/unique-names.ts";
import { type PlannedFile, planZip } from "../../platform/planned-zip.ts";
import type { ByteRange } from "../../platform/storage/storage.ts";
import { cameraMoment, listOfLost, type ZipFile, zip } from "../../platform/zip.ts";
import { keepWithinBudget } from "../pictures/making/disk-budget.ts";
import { makeUnlessStored } from "../pictures/making/making.service.ts";
import { DATA_MINING_BYTES, forbidDataMining } from "../pictures/serving/data-mining.ts";
import { findVisit, offers, type Visit } from "./room-access.ts";
import { findFiles } from "./room-photos.queries.ts";
import { ensureRoomPicture, findRoomPicture, type WantedPicture } from "./room-pictures.ts";

/** `selectionId`: only the photos that are chosen in it. `photoId`: only this one. */
export type Asked = {
  visit: Visit;
  size: DeliverySize;
  selectionId: number | undefined;
  photoId?: PhotoId | undefined;
};

type Photo = Awaited<ReturnType<typeof findFiles>>[number];
type Stored = { key: string; bytes: number };

const BATCH = 50;
const CHECKSUMS_KEPT = 50_000;

/** Of files that this server has read for an archive: a download that goes on needs those of the files before. */
const checksums = new LRUCache<string, number>({ max: CHECKSUMS_KEPT });

/** An archive as it would be sent now. Undefined while a picture has yet to be made, whose length nobody knows. */
export async function planArchive(deps: Deps, asked: Asked) {
  const { visit, size } = asked;
  const files: PlannedFile[] = [];
  const lost: string[] = [];
  for await (const { photos, names } of batchesOf(deps, asked)) {
    const stored = await Promise.all(photos.map((photo) => findStored(deps, visit, photo, size)));
    for (const [index, photo] of photos.entries()) {
      const file = stored[index];
      const name = names[index] ?? "";
      if (file) files.push(plannedFile(deps, asked, { ...file, name, photo }));
      else if (isUploaded(visit, size)) lost.push(name);
      else return undefined;
    }
  }
  if (lost.length > 0) {
    const { name, content } = listOfLost(lost);
    const modified = new Date(0);
    const bytes = Buffer.concat(content);
    files.push({
      id: lost.join("\n"),
      name,
      modified,
      size: bytes.length,
      open: async (range) => [part(bytes, range)],
    });
  }
  const names = files.map(({ id, name, modified }) => [id, name, modified.getTime()]);
  const etag = `"${createHash("sha256").update(JSON.stringify(names)).digest("base64url")}"`;
  return { etag, ...planZip(files, checksums) };
}

/** The same, where pictures are made as the archive comes to them. */
export async function* makeArchive(deps: Deps, asked: Asked): AsyncGenerator<Buffer> {
  const { visit, size } = asked;
  async function* files(): AsyncGenerator<ZipFile> {
    for await (const { photos, names } of batchesOf(deps, asked)) {
      for (const [index, photo] of photos.entries()) {
        await requireStillOpen(deps, visit, size);
        const file = await findOrMake(deps, visit, photo, size);
        const content = file && (await openStored(deps, asked, file));
        yield { name: names[index] ?? "", modified: momentOf(photo), content };
      }
    }
  }
  yield* zip(files());
}

/** One photo, as an archive would have it. */
export async function openPhoto(deps: Deps, asked: Asked) {
  const { visit, size } = asked;
  for await (const { photos, names } of batchesOf(deps, asked)) {
    const [photo, name] = [photos[0], names[0]];
    const file = photo && (await findOrMake(deps, visit, photo, size));
    const content = file && (await openStored(deps, asked, file));
    if (content && name) return { name, type: isUploaded(visit, size) ? photo.mime_type : "image/jpeg", content };
  }
  throw unavailable("This photo cannot be downloaded at the moment");
}

async function* batchesOf(deps: Deps, { visit, size, ...only }: Asked) {
  const uniqueName = createNamer();
  for (let after = -1; ; ) {
    const photos = await findFiles(deps.db, visit.room, { after, ...only, limit: BATCH });
    const last = photos.at(-1);
    if (!last) return;
    const nameOf = ({ filename }: Photo) =>
      uniqueName(isUploaded(visit, size) ? filename : `${splitName(filename)[0]}.jpg`);
    yield { photos, names: photos.map(nameOf) };
    after = last.position;
  }
}

/** Where the room gives no larger picture than its limit, it gives no file as it was uploaded. */
const isUploaded = ({ room }: Visit, size: DeliverySize) => size === "original" && room.max_px === null;

const momentOf = ({ captured_on, uploaded_on }: Photo) => cameraMoment(captured_on ?? uploaded_on);

function plannedFile(deps: Deps, asked: Asked, file: Stored & { name: string; photo: Photo }): PlannedFile {
  const { visit, size } = asked;
  const isMarked = mustBeMarked(deps, asked);
  return {
    id: [file.key, file.photo.image_version, file.bytes, isMarked].join(" "),
    name: file.name,
    modified: momentOf(file.photo),
    size: isMarked ? file.bytes + DATA_MINING_BYTES : file.bytes,
    async open(range) {
      await requireStillOpen(deps, visit, size);
      const content = await openStored(deps, asked, file, range);
      if (!content) throw notFound();
      return content;
    },
  };
}

/** With the owner's notice to those who train models, but never in a file as it was uploaded. */
const mustBeMarked = ({ site }: Deps, { visit, size }: Asked) =>
  !isUploaded(visit, size) && site.current().ai_training === "forbid";

async function openStored(
  deps: Deps,
  asked: Asked,
  { key, bytes }: Stored,
  range?: ByteRange,
): Promise<Readable | undefined> {
  const open = (range: ByteRange | undefined) => deps.storage.open(key, range);
  const body = mustBeMarked(deps, asked) ? forbidDataMining(open, bytes) : open;
  if (typeof body !== "function") throw new Error("a stored file is read as a stream");
  return (await body(range))?.stream;
}

/** A download takes minutes. It ends with the room, not at the end of the archive. */
async function requireStillOpen(deps: Deps, { room, token }: Visit, size: DeliverySize): Promise<void> {
  const now = await findVisit(deps, token);
  if (now?.room.epoch !== room.epoch || !offers(now.room, size)) throw notFound();
}

const keyOf = (visit: Visit, photo: Photo, size: DeliverySize) =>
  isUploaded(visit, size)
    ? photo.original_key
    : variantKey(photo.internal_id, publicSize(size === "large" ? "large" : "original", visit.room.max_px), "jpeg");

async function findStored(deps: Deps, visit: Visit, photo: Photo, size: DeliverySize): Promise<Stored | undefined> {
  if (size === "web") return findRoomPicture(deps, visit.room, photo, webPicture(visit));
  const key = keyOf(visit, photo, size);
  const bytes = await deps.storage.sizeOf(key);
  return bytes === undefined ? undefined : { key, bytes };
}

const webPicture = ({ room }: Visit): WantedPicture => ({
  size: "large",
  format: "jpeg",
  largestPx: Math.min(WEB_EDGE_PX, room.max_px ?? WEB_EDGE_PX),
});

/** Undefined when it cannot be made: the archive goes on without it, and lists it at its end. */
async function findOrMake(deps: Deps, visit: Visit, photo: Photo, size: DeliverySize): Promise<Stored | undefined> {
  try {
    if (size === "web") return await ensureRoomPicture(deps, visit.room, photo, webPicture(visit));
    const existing = await findStored(deps, visit, photo, size);
    if (existing || isUploaded(visit, size)) return existing;
    const shown = publicSize(size === "large" ? "large" : "original", visit.room.max_px);
    await makeUnlessStored(deps, photo, shown);
    if (shown === "original") await keepWithinBudget(deps, photo.id);
    return await findStored(deps, visit, photo, size);
  } catch (error) {
    deps.log.warn({ err: error, photo: photo.id }, "a picture for a download could not be made");
    return undefined;
  }
}

const part = (bytes: Buffer, range: ByteRange | undefined) =>
  range ? bytes.subarray(range.start, range.end + 1) : bytes;
