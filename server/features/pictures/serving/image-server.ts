import type { IncomingMessage, ServerResponse } from "node:http";
import { type PictureSize, publicSize } from "../../../../contract/limits.ts";
import { picturePath } from "../../../../contract/paths.ts";
import type { Deps } from "../../../deps.ts";
import { notFound, unavailable } from "../../../errors.ts";
import { variantKey } from "../../../library/files/keys.ts";
import { noteRequest } from "../making/disk-budget.ts";
import { type FoundPicture, findPicture } from "../making/making.service.ts";
import type { OnDemand } from "../making/on-demand.ts";
import { DATA_MINING_BYTES, forbidDataMining } from "./data-mining.ts";
import { createImageMemory, MEMORY_MAX_IMAGE_BYTES } from "./image-memory.ts";
import { type ImagePath, parseImagePath } from "./image-path.ts";
import { type Audience, type ImageResponse, imageResponse, sendImage } from "./image-response.ts";

const MIME_TYPES = { jpeg: "image/jpeg", avif: "image/avif", hdr: "image/jpeg" };
const EXTENSIONS = { jpeg: "jpg", avif: "avif", hdr: "hdr.jpg" } as const;
const TRIES = 3;
export const IMAGE_ROUTE = "/images/:internalId/:picture";

export type ImageServer = {
  /**
   * Responds with a picture that exists and that visitors may see: immediately from memory, otherwise after a lookup.
   * For everything else it sends nothing and returns false.
   */
  serveExisting(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>;
  /** Looks the picture up and makes it if it is missing. Throws when this reader may not see it. */
  serve(asked: AskedImage, request: IncomingMessage, response: ServerResponse): Promise<void>;
};

type Found = { row: FoundPicture; size: PictureSize; image: ImageResponse | undefined };
type Loading = { row: FoundPicture; size: PictureSize; wanted: ImagePath; audience: Audience };

/** Anyone who asks as `owner` or from a `room` has been checked. */
export type AskedImage = { wanted: ImagePath; audience: Audience; ip: string };

export function createImageServer(deps: Deps, onDemand: OnDemand): ImageServer {
  const memory = createImageMemory(deps.changes);
  const countUsual = deps.metrics.requestCounter({ method: "GET", route: IMAGE_ROUTE, status: 200 });

  /** `size` is the one that this reader gets for the URL. */
  async function load({ row, size, wanted: asked, audience }: Loading): Promise<ImageResponse | undefined> {
    // The gain map of one size may have failed, and a browser does not fall back to the next source.
    const wanted: ImagePath = asked.format === "hdr" && row.hdr_bytes === null ? { ...asked, format: "jpeg" } : asked;
    const sizeBytes = row[`${wanted.format}_bytes`];
    if (sizeBytes === null) return undefined;
    const key = variantKey(row.internal_id, size, wanted.format);
    const isReserved = deps.site.current().ai_training === "forbid";
    const isMarked = isReserved && wanted.format !== "avif";
    const etag = `"${row.image_version}-${sizeBytes.toString(36)}${isMarked ? "-r" : ""}"`;
    const open = async (range?: { start: number; end: number }) => {
      const file = await deps.storage.open(key, range);
      if (file?.size === sizeBytes) return file;
      file?.stream.destroy();
      return undefined;
    };
    // The bucket has the file without the mark, and a URL there would outlive a room.
    const isDirect = !isMarked && audience !== "room";
    const isRedirected = isDirect && deps.config.imageDelivery === "redirect" && deps.storage.presign !== undefined;
    const readAll = async () => {
      const bytes = await deps.storage.read(key);
      return bytes?.length === sizeBytes ? bytes : undefined;
    };
    const held = memory.bytes(pathOf(row, wanted), etag);
    const stored = isRedirected || sizeBytes > MEMORY_MAX_IMAGE_BYTES ? open : (held ?? (await readAll()));
    if (!stored) return undefined;
    return imageResponse({
      etag,
      sizeBytes: isMarked ? sizeBytes + DATA_MINING_BYTES : sizeBytes,
      body: isMarked && stored !== held ? forbidDataMining(stored, sizeBytes) : stored,
      isReserved,
      location: isRedirected ? await deps.storage.presign?.(key) : undefined,
      type: MIME_TYPES[wanted.format],
      audience,
    });
  }

  /**
   * The gain map of 3840 px may have failed, or an older version has made that size without. The one of 2400 px is then
   * better than none: a picture without it would dim the one that it is laid over.
   */
  async function find({ internal_id, format }: ImagePath, size: PictureSize) {
    const row = await findPicture(deps, internal_id, size);
    const lacksMap = format === "hdr" && size === "xlarge" && row?.jpeg_bytes && row.hdr_bytes === null;
    const large = lacksMap ? await findPicture(deps, internal_id, "large") : undefined;
    return large?.hdr_bytes ? { row: large, size: "large" as const } : { row, size };
  }

  /** `image` is undefined when the picture is missing. Throws when this reader may not see it. */
  async function lookUp(wanted: ImagePath, audience: Audience): Promise<Found> {
    const version = deps.changes.version();
    // The owner is not limited, and decides for each room what it offers.
    const isPublic = audience === "everyone";
    const allowed = isPublic ? publicSize(wanted.size, deps.site.current().largest_public_px) : wanted.size;
    const { row, size } = await find(wanted, allowed);
    if (!row || (isPublic && !row.is_shown)) throw notFound();
    const image = await load({ row, size, wanted, audience });
    if (image) noteRequest(deps, row);
    if (image && isPublic && typeof image.body !== "function") memory.put(pathOf(row, wanted), image, version);
    return { row, size, image };
  }

  /** Never rejects: no request may end the process, whatever storage and database do. */
  async function serveLookedUp(
    wanted: ImagePath,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    try {
      const { image } = await lookUp(wanted, "everyone");
      return image !== undefined && (await sendImage(request, response, image));
    } catch {
      // The route looks again, and its error handler gives the reason. A response that has begun can only be cut off.
      if (response.headersSent) response.destroy();
      return response.headersSent;
    }
  }

  function count({ method = "" }: IncomingMessage, { statusCode }: ServerResponse, startedAt: number): void {
    const seconds = (performance.now() - startedAt) / 1000;
    if (method === "GET" && statusCode === 200) countUsual(seconds);
    else deps.metrics.countRequest({ method, route: IMAGE_ROUTE, status: statusCode, seconds });
  }

  return {
    serveExisting(request, response) {
      const { method, url } = request;
      if (!url?.startsWith("/images/") || (method !== "GET" && method !== "HEAD")) return false;
      const startedAt = performance.now();
      const hot = memory.get(url);
      if (hot) {
        sendImage(request, response, hot);
        count(request, response, startedAt);
        return true;
      }
      const wanted = parseImagePath(url);
      if (!wanted) return false;
      return serveLookedUp(wanted, request, response).then((isSent) => {
        if (isSent) count(request, response, startedAt);
        return isSent;
      });
    },
    async serve({ wanted, audience, ip }, request, response) {
      for (let attempt = 1; attempt <= TRIES; attempt++) {
        const { row, size, image } = await lookUp(wanted, audience);
        if (image && (await sendImage(request, response, image))) return;
        await onDemand.ensure(row, size, ip);
      }
      throw unavailable("This picture is not available at the moment");
    },
  };
}

/** Its current URL. An older one leads to the same picture. */
const pathOf = (row: FoundPicture, { size, format }: ImagePath) => picturePath(row, size, EXTENSIONS[format]);
