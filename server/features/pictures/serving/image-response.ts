import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { wantedRange } from "../../../platform/http/byte-range.ts";
import { ROOM_HEADERS, SECURITY_HEADERS, TDM_RESERVATION } from "../../../platform/http/security-headers.ts";
import type { ByteRange, StoredFile } from "../../../platform/storage/storage.ts";

/** A file ready to send. Headers are in the form Node writes fastest: name, value, name, value. */
export type ImageResponse = {
  etag: string;
  sizeBytes: number;
  /** The headers of a response without the picture. */
  protection: string[];
  headers: string[];
  /** The headers with the length of the whole file. */
  wholeHeaders: string[];
  body: Buffer | ((range: ByteRange | undefined) => Promise<StoredFile | undefined>);
  /** Where a GET is redirected. The URL is short-lived, so the response must not be cached. */
  location?: string;
};

type ImageFacts = Omit<ImageResponse, "protection" | "headers" | "wholeHeaders"> & {
  type: string;
  audience: Audience;
  disposition?: string;
  /** The owner forbids text and data mining. */
  isReserved?: boolean;
};

/** `room`: those who may enter a viewing room. */
export type Audience = "everyone" | "owner" | "room";

/** An uploaded file must never run as a page of this site, whatever type a browser guesses. */
const SANDBOX = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
};
const SHARED = { ...SANDBOX, "referrer-policy": SECURITY_HEADERS["referrer-policy"] };
/** In every response, also one without a picture. */
const PROTECTION: Record<Audience, string[]> = {
  everyone: Object.entries(SHARED).flat(),
  owner: Object.entries(SHARED).flat(),
  room: Object.entries({ ...SANDBOX, ...ROOM_HEADERS }).flat(),
};
const REACH: Record<Audience, string[]> = {
  // Browsers keep a public picture indefinitely: its URL changes with it. Proxies must ask again after ten minutes.
  // Feed readers show public pictures on their own pages.
  everyone: [
    "cache-control",
    "public, max-age=31536000, immutable, s-maxage=600",
    "cross-origin-resource-policy",
    "cross-origin",
  ],
  owner: ["cache-control", "private, max-age=43200", "cross-origin-resource-policy", "same-origin"],
  room: ["cross-origin-resource-policy", "same-origin"],
};

export function imageResponse({ type, audience, disposition, isReserved, ...rest }: ImageFacts): ImageResponse {
  const protection = PROTECTION[audience];
  const headers = [
    ["content-type", type],
    ["etag", rest.etag],
    ["accept-ranges", "bytes"],
    protection,
    REACH[audience],
    ...(disposition ? [["content-disposition", disposition]] : []),
    ...(isReserved ? Object.entries(TDM_RESERVATION) : []),
  ].flat();
  return { ...rest, protection, headers, wholeHeaders: [...headers, "content-length", String(rest.sizeBytes)] };
}

/**
 * Responds to GET and HEAD, with conditions and ranges. A picture in memory is sent before this returns. Sends nothing and
 * returns false when the file is not there.
 */
export function sendImage(
  request: IncomingMessage,
  response: ServerResponse,
  image: ImageResponse,
): true | Promise<boolean> {
  const { body, etag, sizeBytes } = image;
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return end(response, 304, image.headers);
  const range = wantedRange(request, etag, sizeBytes);
  if (range === "unsatisfiable")
    return end(response, 416, [...image.protection, "content-range", `bytes */${sizeBytes}`]);

  const headers = range ? rangeHeaders(image, range) : image.wholeHeaders;
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return end(response, status, headers);
  if (image.location)
    return end(response, 302, [...image.protection, "location", image.location, "cache-control", "no-store"]);
  if (typeof body !== "function") {
    return end(response, status, headers, range ? body.subarray(range.start, range.end + 1) : body);
  }
  return body(range).then(async (file) => {
    if (!file) return false;
    response.writeHead(status, headers);
    // A visitor who leaves midway is not a failure. A file that fails midway can only cut the response off.
    await pipeline(file.stream, response).catch(() => response.destroy());
    return true;
  });
}

function rangeHeaders({ headers, sizeBytes }: ImageResponse, { start, end }: ByteRange): string[] {
  const length = ["content-length", String(end - start + 1)];
  return [...headers, ...length, "content-range", `bytes ${start}-${end}/${sizeBytes}`];
}

function end(response: ServerResponse, status: number, headers: string[], body?: Buffer): true {
  response.writeHead(status, headers).end(body);
  return true;
}

function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch === "*" || ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
