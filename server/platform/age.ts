import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";

/**
 * Files encrypted with a passphrase, in the age format (https://age-encryption.org/v1), which other programs read as well.
 * The content is encrypted in blocks whose numbers and end are authenticated: a block that is changed, missing or in another
 * place is found before a byte of it is returned.
 */
type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type AgeKey = {
  passphrase: string;
  /** The work factor of scrypt, as a power of two. Reading refuses files that ask for more. */
  work: number;
};

/** The passphrase is another one, or the start of the file has changed: the format cannot distinguish the two. */
export class WrongPassphraseError extends Error {}
/** It is no such file, or it has changed. */
export class AgeDamagedError extends Error {}

const VERSION = "age-encryption.org/v1";
const HEADER =
  /^age-encryption\.org\/v1\n-> scrypt ([A-Za-z0-9+/]{22}) ([1-9]\d?)\n([A-Za-z0-9+/]{43})\n--- ([A-Za-z0-9+/]{43})\n/;
/** With a work factor of two digits. */
const HEADER_MAX_BYTES = 150;
const BLOCK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const CIPHER = "chacha20-poly1305";
const CIPHER_OPTIONS = { authTagLength: TAG_BYTES };

export async function* encrypt(ageKey: AgeKey, chunks: Chunks): AsyncGenerator<Buffer> {
  const [fileKey, nonce] = [randomBytes(16), randomBytes(NONCE_BYTES)];
  yield Buffer.concat([await makeHeader(ageKey, fileKey), nonce]);
  const key = derive(fileKey, nonce, "payload");
  let index = 0;
  for await (const { block, isLast } of inBlocks(chunks, BLOCK_BYTES)) yield seal(key, nonceOf(index++, isLast), block);
}

/** What precedes the nonce and the blocks, which are encrypted with the file's own key. */
export async function makeHeader({ passphrase, work }: AgeKey, fileKey: Buffer): Promise<Buffer> {
  const salt = randomBytes(16);
  const wrapped = seal(await wrapKey(passphrase, salt, work), Buffer.alloc(12), fileKey);
  const signed = `${VERSION}\n-> scrypt ${base64(salt)} ${work}\n${base64(wrapped)}\n---`;
  return Buffer.from(`${signed} ${base64(mac(fileKey, signed))}\n`);
}

export async function* decrypt({ passphrase, work }: AgeKey, chunks: Chunks): AsyncGenerator<Buffer> {
  let key: Buffer | undefined;
  let index = 0;
  for await (const { block, isLast } of inBlocks(afterHeader(), BLOCK_BYTES + TAG_BYTES)) {
    // The header is read before the first block.
    if (!key) throw new AgeDamagedError("there is no header");
    if (block.length < TAG_BYTES || (block.length === TAG_BYTES && index > 0))
      throw new AgeDamagedError("it is cut off");
    yield unseal(key, nonceOf(index++, isLast), block);
  }

  async function* afterHeader(): AsyncGenerator<Uint8Array> {
    let start: Buffer | undefined = Buffer.alloc(0);
    for await (const chunk of chunks) {
      if (!start) {
        yield chunk;
        continue;
      }
      start = Buffer.concat([start, chunk]);
      if (start.length < HEADER_MAX_BYTES + NONCE_BYTES) continue;
      yield await readHeader(start);
      start = undefined;
    }
    if (start) yield await readHeader(start);
  }

  /** Returns what follows it. */
  async function readHeader(start: Buffer): Promise<Buffer> {
    const [header, salt = "", asked = "", wrapped = "", code = ""] = HEADER.exec(start.toString("latin1")) ?? [];
    if (header === undefined || Number(asked) > work || ![salt, wrapped, code].every(isCanonical))
      throw new AgeDamagedError("its header is not valid");
    const fileKey = open(await wrapKey(passphrase, bytesOf(salt), Number(asked)), Buffer.alloc(12), bytesOf(wrapped));
    if (!fileKey) throw new WrongPassphraseError();
    const expected = mac(fileKey, header.slice(0, header.lastIndexOf(" ")));
    if (!timingSafeEqual(expected, bytesOf(code))) throw new AgeDamagedError("its header has changed");
    const nonce = start.subarray(header.length, header.length + NONCE_BYTES);
    if (nonce.length < NONCE_BYTES) throw new AgeDamagedError("it is cut off");
    key = derive(fileKey, nonce, "payload");
    return start.subarray(header.length + NONCE_BYTES);
  }
}

/** The size of a file of so many bytes when it is encrypted. */
export function encryptedSize(size: number, work: number): number {
  const blocks = Math.max(1, Math.ceil(size / BLOCK_BYTES));
  return HEADER_MAX_BYTES - (work < 10 ? 1 : 0) + NONCE_BYTES + size + blocks * TAG_BYTES;
}

/** All of the same size but the last, which is known only at the end: one is always held back. */
async function* inBlocks(chunks: Chunks, blockBytes: number): AsyncGenerator<{ block: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes <= blockBytes) continue;
    const joined = Buffer.concat(held);
    let at = 0;
    for (; joined.length - at > blockBytes; at += blockBytes) {
      yield { block: joined.subarray(at, at + blockBytes), isLast: false };
    }
    held = [joined.subarray(at)];
    bytes = joined.length - at;
  }
  yield { block: Buffer.concat(held), isLast: true };
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const scryptKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

function wrapKey(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const cost = { N: 2 ** work, r: 8, p: 1 };
  // What scrypt needs, and a little more.
  const maxmem = 128 * cost.N * cost.r + 1024 * 1024;
  return scryptKey(passphrase, Buffer.concat([Buffer.from(`${VERSION}/scrypt`), salt]), 32, { ...cost, maxmem });
}

const derive = (key: Buffer, salt: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync("sha256", key, salt, purpose, 32));

const mac = (fileKey: Buffer, header: string) =>
  createHmac("sha256", derive(fileKey, Buffer.alloc(0), "header"))
    .update(header)
    .digest();

function seal(key: Buffer, nonce: Buffer, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, CIPHER_OPTIONS);
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function unseal(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const bytes = open(key, nonce, sealed);
  if (!bytes) throw new AgeDamagedError("a block has changed or is missing");
  return bytes;
}

/** Undefined unless it was sealed with this key and nonce. */
function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, nonce, CIPHER_OPTIONS);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
const bytesOf = (text: string) => Buffer.from(text, "base64");
/** The last letter of base64 has bits to spare, which the format requires to be 0. */
const isCanonical = (text: string) => base64(bytesOf(text)) === text;
