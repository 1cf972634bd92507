import type { IncomingMessage, ServerResponse } from "node:http";
import { crc32 } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Changes } from "../nodes/changes.ts";
import { canonicalPath } from "./canonical-path.ts";
import { COMPRESS, COMPRESS_ONCE, chooseEncoding, type Encoding } from "./encoding.ts";
import { ANY_ORIGIN } from "./origin.ts";
import { type MoreHeaders, SECURITY_HEADERS } from "./security-headers.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** The overhead of a response, in addition to its bytes. */
const ENTRY_BYTES = 1_024;
const WORTH_COMPRESSING_BYTES = 1_024;
/** Browsers and proxies may store it, but must revalidate it each time. */
const CACHE_CONTROL = "public, no-cache";
const VARY = "accept-encoding";
/** Ready bytes are kept for this many origins. One that is not used for a while makes room for another. */
const MAX_ORIGINS = 4;
const ORIGIN_KEPT_MS = 60_000;

type CachedResponse = {
  status: number;
  type: string;
  link: string | undefined;
  etag: string;
  body: Buffer;
  /** The same response with absolute URLs; undefined if it contains none. */
  byOrigin: Map<string, CachedResponse> | undefined;
  isCompressible: boolean;
  /** Made on first use: most pages are only ever requested with brotli. */
  compressed: Partial<Record<Encoding, Buffer>>;
  /** The headers of each encoding and of a 304, in the form that Node writes, made once. */
  heads: Partial<Record<Encoding | "identity" | "unchanged", string[]>>;
};
/** `link` is the header of that name: what a browser should fetch before it has read the body. */
export type FreshResponse = { status?: number; type: string; link?: string | undefined; body: string | Buffer };

/**
 * Public responses as ready bytes, dropped together when anything that visitors see has changed. The path alone is the key:
 * other spellings of it are redirected, the query is ignored, and a response is made once for all origins. Otherwise a
 * stranger could have every request rendered.
 */
export type PublicCache = {
  /** `make` writes `ANY_ORIGIN` where the response needs the origin. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<FreshResponse>,
    origin?: string,
  ): undefined | FastifyReply | Promise<FastifyReply>;
  /** Sends a response that is ready, bypassing Fastify; false if Fastify has to handle the request. */
  sendCached(request: IncomingMessage, response: ServerResponse, origin?: string): boolean;
};

/** `policy` is the content security policy of its responses; `more` are further headers, the same until the next change. */
export function createPublicCache(changes: Changes, policy: string, more: MoreHeaders): PublicCache {
  const fixedHeaders = () => ({ ...SECURITY_HEADERS, "content-security-policy": policy, ...more() });
  const responses = new LRUCache<string, CachedResponse>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  const underWay = new Map<string, Promise<CachedResponse>>();
  let seenVersion = changes.version();
  const origins = new Map<string, number>();

  function lookUp(key: string, make: () => Promise<FreshResponse>): CachedResponse | Promise<CachedResponse> {
    const version = changes.version();
    if (version !== seenVersion) {
      responses.clear();
      seenVersion = version;
    }
    const known = responses.get(key);
    if (known) return known;
    // One that began before a change is not for those who ask after it.
    const turn = `${version} ${key}`;
    const begun = underWay.get(turn);
    if (begun) return begun;
    const pending = make().then(makeReady);
    underWay.set(turn, pending);
    pending.then(
      (ready) => {
        underWay.delete(turn);
        // Something changed while it was read. It may be stale: serve the waiters, don't cache it.
        if (changes.version() === version && ready.status < 400) responses.set(key, ready);
      },
      () => underWay.delete(turn),
    );
    return pending;
  }

  /** After it was compressed or written for another origin. */
  function measure(key: string): void {
    const ready = responses.get(key);
    if (ready) responses.set(key, ready);
  }

  return {
    send(request, reply, make, origin = "") {
      const path = pathOf(request.url);
      const canonical = canonicalPath(path);
      if (canonical !== path) return redirectTo(canonical, request, reply);
      const found = lookUp(path, make);
      const encoding = chooseEncoding(request);
      if (found instanceof Promise) {
        return found.then((ready) => sendEncoded(request, reply, forOrigin(path, ready, origin), encoding));
      }
      const ready = forOrigin(path, found, origin);
      // The usual case, without a promise: this makes cached pages as fast as static ones.
      if (!encoding || ready.compressed[encoding] || !isWorthCompressing(ready)) {
        sendBytes(request, reply, ready, encoding);
        return;
      }
      return sendEncoded(request, reply, ready, encoding);
    },
    sendCached(request, response, origin = "") {
      const path = pathOf(request.url ?? "");
      const found = request.method === "GET" && changes.version() === seenVersion ? responses.get(path) : undefined;
      return found !== undefined && writeReady(request, response, forOrigin(path, found, origin), fixedHeaders);
    },
  };

  /** A new origin costs a copy of the bytes. Only those that are kept are compressed, or unauthenticated clients could ask for that too. */
  function forOrigin(key: string, ready: CachedResponse, origin: string): CachedResponse {
    if (!ready.byOrigin) return ready;
    const isKept = keepOrigin(origin);
    const known = ready.byOrigin.get(origin);
    if (known) return known;
    const body = withOrigin(ready.body, origin);
    const made: CachedResponse = { ...makeReady({ ...ready, body }), isCompressible: isKept };
    if (isKept) {
      ready.byOrigin.set(origin, made);
      measure(key);
    }
    return made;
  }

  function keepOrigin(origin: string): boolean {
    const now = performance.now();
    if (!origins.has(origin) && origins.size >= MAX_ORIGINS) {
      const unused = [...origins].find(([, usedAt]) => usedAt < now - ORIGIN_KEPT_MS);
      if (!unused) return false;
      origins.delete(unused[0]);
    }
    origins.set(origin, now);
    return true;
  }

  async function sendEncoded(
    request: FastifyRequest,
    reply: FastifyReply,
    ready: CachedResponse,
    encoding: Encoding | undefined,
  ): Promise<FastifyReply> {
    if (encoding && isWorthCompressing(ready) && !ready.compressed[encoding]) {
      ready.compressed[encoding] = await COMPRESS[encoding](ready.body);
      measure(pathOf(request.url));
    }
    return sendBytes(request, reply, ready, encoding);
  }
}

/** The bytes of UTF-8 are read as Latin-1: a copy without decoding. */
export function withOrigin(body: string | Buffer, origin: string): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return Buffer.from(bytes.toString("latin1").replaceAll(ANY_ORIGIN, origin), "latin1");
}

/** Keeps the query. */
export function redirectTo(path: string, { url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(path + url.slice(pathOf(url).length), 308);
}

/** Keeps the query. Stored responses are checked again, because the owner can give a page its old URL back. */
export const redirectForGood = (path: string, { url }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  moveForGood(path + url.slice(pathOf(url).length), reply);

/** Without the query, which was part of the address. */
export const moveForGood = (path: string, reply: FastifyReply): FastifyReply =>
  reply.header("cache-control", CACHE_CONTROL).redirect(path, 301);

export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** For a response that is made for one visitor: nothing is kept. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
): Promise<FastifyReply> {
  const encoding = body.length >= WORTH_COMPRESSING_BYTES ? chooseEncoding(request) : undefined;
  reply.header("vary", VARY);
  return encoding
    ? reply.header("content-encoding", encoding).send(await COMPRESS_ONCE[encoding](body))
    : reply.send(body);
}

function sizeOf({ body, compressed, byOrigin }: CachedResponse): number {
  const copies = [...(byOrigin?.values() ?? [])].map(sizeOf);
  const packed = Object.values(compressed).map(({ length }) => length);
  return [...copies, ...packed].reduce((sum, size) => sum + size, body.length + ENTRY_BYTES);
}

const isWorthCompressing = ({ body, isCompressible }: CachedResponse) =>
  isCompressible && body.length >= WORTH_COMPRESSING_BYTES;

function makeReady({ status = 200, type, link, body }: FreshResponse): CachedResponse {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  // Weak, because plain and compressed responses share it. A checksum is enough to distinguish two versions of one URL;
  // a hash would take a quarter of the rendering time.
  // The copies for each origin have their own.
  const byOrigin = bytes.includes(ANY_ORIGIN) ? new Map<string, CachedResponse>() : undefined;
  const etag = byOrigin ? "" : `W/"${bytes.length.toString(36)}-${crc32(bytes).toString(36)}"`;
  return { status, type, link, etag, body: bytes, byOrigin, isCompressible: true, compressed: {}, heads: {} };
}

function writeReady(
  request: IncomingMessage,
  response: ServerResponse,
  ready: CachedResponse,
  fixedHeaders: MoreHeaders,
): boolean {
  const encoding = isWorthCompressing(ready) ? chooseEncoding(request) : undefined;
  const bytes = encoding ? ready.compressed[encoding] : ready.body;
  if (!bytes) return false;
  if (ready.status === 200 && request.headers["if-none-match"]?.includes(ready.etag)) {
    ready.heads.unchanged ??= headOf(ready, fixedHeaders());
    response.writeHead(304, ready.heads.unchanged).end();
    return true;
  }
  const name = encoding ?? "identity";
  const head = ready.heads[name] ?? [...headOf(ready, fixedHeaders()), ...bodyHeadOf(ready, bytes, encoding)];
  ready.heads[name] = head;
  response.writeHead(ready.status, head).end(bytes);
  return true;
}

function headOf({ etag }: CachedResponse, fixed: Record<string, string>): string[] {
  return Object.entries({ ...fixed, "cache-control": CACHE_CONTROL, etag, vary: VARY }).flat();
}

function bodyHeadOf({ type, link }: CachedResponse, bytes: Buffer, encoding: Encoding | undefined): string[] {
  const head = ["content-type", type, "content-length", `${bytes.length}`];
  if (link) head.push("link", link);
  return encoding ? [...head, "content-encoding", encoding] : head;
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: CachedResponse,
  encoding: Encoding | undefined,
): FastifyReply {
  reply.header("cache-control", CACHE_CONTROL).header("etag", ready.etag).header("vary", VARY);
  if (ready.status === 200 && request.headers["if-none-match"]?.includes(ready.etag)) return reply.status(304).send();
  reply.status(ready.status).type(ready.type);
  if (ready.link) reply.header("link", ready.link);
  const compressed = encoding && ready.compressed[encoding];
  return compressed ? reply.header("content-encoding", encoding).send(compressed) : reply.send(ready.body);
}
