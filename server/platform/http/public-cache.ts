import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Changes } from "../changes.ts";

const compress = promisify(brotliCompress);
const MAX_BYTES = 64 * 1024 * 1024;
const WORTH_COMPRESSING_BYTES = 1_024;
const BROTLI_QUALITY = 5;

export type ReadyAnswer = { status: number; type: string; body: Buffer; brotli: Buffer | undefined; etag: string };
export type FreshAnswer = { status?: number; type: string; body: string };

/** Public answers as ready bytes, thrown away together when anything that visitors see has changed. */
export type PublicCache = {
  send(request: FastifyRequest, reply: FastifyReply, make: () => Promise<FreshAnswer>): Promise<FastifyReply>;
};

export function createPublicCache(changes: Changes): PublicCache {
  let answers = new Map<string, Promise<ReadyAnswer>>();
  let seenVersion = changes.version();
  let bytes = 0;

  function lookUp(key: string, make: () => Promise<FreshAnswer>): Promise<ReadyAnswer> {
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
        if (changes.version() !== version || ready.status >= 400) generation.delete(key);
        else if (generation === answers) bytes += ready.body.length + (ready.brotli?.length ?? 0);
      },
      () => generation.delete(key),
    );
    return pending;
  }

  return {
    async send(request, reply, make) {
      const ready = await lookUp(pathOf(request.url), make);
      return sendReady(request, reply, ready);
    },
  };
}

/** What visitors see does not depend on the query: else anyone could fill the cache with one page under many names. */
function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

async function makeReady({ status = 200, type, body }: FreshAnswer): Promise<ReadyAnswer> {
  const bytes = Buffer.from(body);
  const brotli =
    bytes.length >= WORTH_COMPRESSING_BYTES
      ? await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : undefined;
  // Weak, since the plain and the compressed answer share it.
  const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { status, type, body: bytes, brotli, etag };
}

function sendReady(request: FastifyRequest, reply: FastifyReply, ready: ReadyAnswer): FastifyReply {
  // Browsers and proxies may keep it, but must ask each time whether it still holds.
  reply.header("cache-control", "public, no-cache").header("etag", ready.etag).header("vary", "accept-encoding");
  if (ready.status === 200 && request.headers["if-none-match"]?.includes(ready.etag)) return reply.status(304).send();
  reply.status(ready.status).type(ready.type);
  if (ready.brotli && request.headers["accept-encoding"]?.includes("br")) {
    return reply.header("content-encoding", "br").send(ready.brotli);
  }
  return reply.send(ready.body);
}
