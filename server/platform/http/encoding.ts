import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

type Compress = Record<Encoding, (bytes: Buffer) => Promise<Buffer>>;

const brotliAsync = promisify(brotliCompress);
const atQuality = (quality: number): Compress => ({
  br: (bytes) => brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: promisify<Buffer, Buffer>(gzip),
});
export const COMPRESS = atQuality(5);
/** For one reader, who is waiting: half the time for an eighth more bytes. */
export const COMPRESS_ONCE = atQuality(4);

/** Of those that the client prefers, the smaller. Undefined to send the bytes as they are. */
export function chooseEncoding({ headers }: Pick<IncomingMessage, "headers">): Encoding | undefined {
  const accepted = headers["accept-encoding"];
  if (!accepted) return undefined;
  const others = weightIn(accepted, ANY) ?? 0;
  const br = weightIn(accepted, BR) ?? others;
  const gzip = weightIn(accepted, GZIP) ?? others;
  const best = Math.max(br, gzip);
  if (best === 0 || best < (weightIn(accepted, IDENTITY) ?? 0)) return undefined;
  return br === best ? "br" : "gzip";
}

const ANY = entry("\\*");
const BR = entry("br");
const GZIP = entry("(?:x-)?gzip");
const IDENTITY = entry("identity");

function entry(name: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q\\s*=\\s*([^\\s,]*)\\s*)?(?:,|$)`, "i");
}

/** Undefined where the header does not name it. */
function weightIn(accepted: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(accepted);
  if (!found) return undefined;
  const weight = Number(found[1] ?? 1);
  return weight > 0 ? weight : 0;
}
