import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Changes } from "../changes.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const WORTH_COMPRESSING_BYTES = 1_024;
const BROTLI_QUALITY = 5;

type Encoding = "br" | "gzip";
type ReadyAnswer = {
  status: number;
  type: string;
  etag: string;
  body: Buffer;
  /** Made when first asked for: most pages are only ever read by browsers that take brotli. */
  compressed: Partial<Record<Encoding, Buffer>>;
};
export type FreshAnswer = { status?: number; type: string; body: string };

/** Public answers as ready bytes, thrown away together when anything that visitors see has changed. */
export type PublicCache = {
  /** `key` where the answer depends on more than the path. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<FreshAnswer>,
    key?: string,
  ): undefined | Promise<FastifyReply>;
};

export function createPublicCache(changes: Changes): PublicCache {
  let answers = new Map<string, ReadyAnswer | Promise<ReadyAnswer>>();
  let seenVersion = changes.version();
  let bytes = 0;

  function lookUp(key: string, make: () => Promise<FreshAnswer>): ReadyAnswer | Promise<ReadyAnswer> {
    const version = changes.version();
    if (version !== seenVersion || bytes > MAX_BYTES) {
      answers = new Map();
      seenVersion = version;
      bytes = 0;
    }
    const known = answers.get(key);
    if (known) return known;
    const generation = answers;
    const pending = make().then(makeReady);
    generation.set(key, pending);
    pending.then(
      (ready) => {
        // Read while something changed: it may be of before. Who waits gets it, nobody after.
        if (changes.version() !== version || ready.status >= 400) return generation.delete(key);
        generation.set(key, ready);
        if (generation === answers) bytes += ready.body.length;
      },
      () => generation.delete(key),
    );
    return pending;
  }

  return {
    send(request, reply, make, key = pathOf(request.url)) {
      const found = lookUp(key, make);
      const encoding = chooseEncoding(request);
      if (found instanceof Promise) return found.then((ready) => sendEncoded(request, reply, ready, encoding));
      // The usual case, without waiting for anything: this is what makes cached pages as fast as plain ones.
      if (!encoding || found.compressed[encoding] || !isWorthCompressing(found)) {
        sendBytes(request, reply, found, encoding);
        return;
      }
      return sendEncoded(request, reply, found, encoding);
    },
  };

  async function sendEncoded(
    request: FastifyRequest,
    reply: FastifyReply,
    ready: ReadyAnswer,
    encoding: Encoding | undefined,
  ): Promise<FastifyReply> {
    if (encoding && isWorthCompressing(ready) && !ready.compressed[encoding]) {
      const compressed = await COMPRESS[encoding](ready.body);
      ready.compressed[encoding] = compressed;
      bytes += compressed.length;
    }
    return sendBytes(request, reply, ready, encoding);
  }
}

/** What visitors see does not depend on the query: else anyone could fill the cache with one page under many names. */
function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

const brotliAsync = promisify(brotliCompress);
const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify<Buffer, Buffer>(gzip),
};

const isWorthCompressing = ({ body }: ReadyAnswer) => body.length >= WORTH_COMPRESSING_BYTES;

function chooseEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = request.headers["accept-encoding"];
  if (!accepted) return undefined;
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : undefined;
}

function makeReady({ status = 200, type, body }: FreshAnswer): ReadyAnswer {
  const bytes = Buffer.from(body);
  // Weak, since the plain and the compressed answers share it.
  const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { status, type, etag, body: bytes, compressed: {} };
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: ReadyAnswer,
  encoding: Encoding | undefined,
): FastifyReply {
  // Browsers and proxies may keep it, but must ask each time whether it still holds.
  reply.header("cache-control", "public, no-cache").header("etag", ready.etag).header("vary", "accept-encoding");
  if (ready.status === 200 && request.headers["if-none-match"]?.includes(ready.etag)) return reply.status(304).send();
  reply.status(ready.status).type(ready.type);
  const compressed = encoding && ready.compressed[encoding];
  return compressed ? reply.header("content-encoding", encoding).send(compressed) : reply.send(ready.body);
}
