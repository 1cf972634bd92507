import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { publicSize } from "../../../contract/limits.ts";
import type { RoomPictureRow } from "../../db/room-table.ts";
import type { Deps } from "../../deps.ts";
import { notFound, unavailable } from "../../errors.ts";
import { readFormerFile } from "../../library/files/former-file.ts";
import { DATA_MINING_BYTES, forbidDataMining } from "../pictures/serving/data-mining.ts";
import { MEMORY_MAX_IMAGE_BYTES } from "../pictures/serving/image-memory.ts";
import { parseImagePath } from "../pictures/serving/image-path.ts";
import { type ImageResponse, imageResponse, sendImage } from "../pictures/serving/image-response.ts";
import type { ImageServer } from "../pictures/serving/image-server.ts";
import { isPictureStamp, mayEnter, offers, type Visit } from "./room-access.ts";
import { findFormerFile } from "./room-photos.queries.ts";
import { findCoverSource, findSource, type Source } from "./room-pictures.queries.ts";
import { ensureRoomPicture, findKeptPicture, noteRequest, type WantedPicture } from "./room-pictures.ts";
import { showsPicture } from "./visit.service.ts";
import { findVisitOf, readGrant } from "./visit-cookie.ts";

type PictureParams = { stamp: string; internalId: string; picture: string };

const BEFORE = "before-";
/** A page shows nothing larger of what a photo was. */
const BEFORE_SIZES = ["medium", "large"];

/** Every request looks the room up again, so a URL ends in the moment the room does, on every server. */
export function pictureRoutes(app: FastifyInstance, deps: Deps, images: ImageServer): void {
  app.get<{ Params: PictureParams }>("/s/:token/images/:stamp/:internalId/:picture", async (request, reply) => {
    const { stamp, internalId, picture } = request.params;
    const visit = await findVisitOf(deps, request);
    const isBefore = picture.startsWith(BEFORE);
    const asked = parseImagePath(`/images/${internalId}/${isBefore ? picture.slice(BEFORE.length) : picture}`);
    // An unauthenticated client must not learn from a picture that there is a room.
    if (!visit || !asked || !mayEnter(deps, visit.room, readGrant(request))) throw notFound();
    const { room } = visit;
    const isOffered = isBefore
      ? BEFORE_SIZES.includes(asked.size)
      : asked.size !== "original" || offers(room, "original");
    if (!isOffered || !isPictureStamp(deps, room, stamp)) throw notFound();
    const wanted = { ...asked, size: publicSize(asked.size, room.max_px) };
    if (isBefore || room.watermark !== null) {
      const source = await findSource(deps.db, room, internalId);
      const { size, format } = wanted;
      if (!source || size === "original" || format === "hdr") throw notFound();
      if (isBefore && !(await wasShown(deps, visit, source))) throw notFound();
      return sendRoomPicture(deps, visit, source, { size, format, before: isBefore }, request, reply);
    }
    if (!(await showsPicture(deps, visit, internalId))) throw notFound();
    await images.serve({ wanted, audience: "room", ip: request.ip }, request.raw, reply.raw);
    return reply.hijack();
  });

  // On the page that asks for the password: the owner has chosen it for everyone who has the link.
  app.get("/s/:token/cover.jpg", async (request, reply) => {
    const visit = await findVisitOf(deps, request);
    const id = visit?.room.cover_photo_id;
    const source = id ? await findCoverSource(deps.db, id) : undefined;
    if (!visit || !source) throw notFound();
    const wanted = { internal_id: source.internal_id, size: "medium", format: "jpeg" } as const;
    if (visit.room.watermark !== null) return sendRoomPicture(deps, visit, source, wanted, request, reply);
    await images.serve({ wanted, audience: "room", ip: request.ip }, request.raw, reply.raw);
    return reply.hijack();
  });
}

/** What the photo was before its replacement is what the clients saw in the round before. */
async function wasShown({ db }: Deps, { room }: Visit, source: Source): Promise<boolean> {
  const former = readFormerFile(source);
  return former !== null && former.sha256 === (await findFormerFile(db, room, source.id));
}

const MIME_TYPES = { jpeg: "image/jpeg", avif: "image/avif" };
/** Evicted between the two looks. */
const TRIES = 2;

async function sendRoomPicture(
  deps: Deps,
  { room }: Visit,
  source: Source,
  wanted: WantedPicture,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const send = async (picture: RoomPictureRow) => {
    const image = await load(deps, picture, wanted);
    return image !== undefined && (await sendImage(request.raw, reply.raw, image));
  };
  // Reading it shows whether it is there.
  const kept = await findKeptPicture(deps, room, source, wanted);
  if (kept && (await send(kept))) {
    await noteRequest(deps, kept);
    return reply.hijack();
  }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (await send(await ensureRoomPicture(deps, room, source, wanted))) return reply.hijack();
  }
  throw unavailable("This picture is not available at the moment");
}

/** Undefined when storage has lost it. */
async function load(
  { site, storage }: Deps,
  { key, bytes }: RoomPictureRow,
  { format }: WantedPicture,
): Promise<ImageResponse | undefined> {
  const isReserved = site.current().ai_training === "forbid";
  const isMarked = isReserved && format === "jpeg";
  const open = (range?: { start: number; end: number }) => storage.open(key, range);
  const isSmall = bytes <= MEMORY_MAX_IMAGE_BYTES;
  const read = isSmall ? await storage.read(key) : undefined;
  if (isSmall && read?.length !== bytes) return undefined;
  return imageResponse({
    // No key is used twice.
    etag: `"${key.replace(/^.*\//, "").replace(/\.\w+$/, "")}${isMarked ? "-r" : ""}"`,
    sizeBytes: isMarked ? bytes + DATA_MINING_BYTES : bytes,
    body: isMarked ? forbidDataMining(read ?? open, bytes) : (read ?? open),
    isReserved,
    type: MIME_TYPES[format],
    audience: "room",
  });
}
