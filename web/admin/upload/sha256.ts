/** A browser has its own function on https and localhost only, for what fits in its memory. */
const AT_ONCE_MAX_BYTES = 200 * 1024 * 1024;
/** A few milliseconds of work: the page stays responsive. */
const PIECE_BYTES = 1024 * 1024;

/** Undefined for a file that cannot be read: sending it shows what is wrong. */
export async function sha256(file: Blob): Promise<string | undefined> {
  const isAtOnce = globalThis.isSecureContext && file.size <= AT_ONCE_MAX_BYTES;
  const digest = await (isAtOnce ? hashAtOnce(file) : hashInPieces(file)).catch(() => undefined);
  return digest && Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function hashAtOnce(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
}

async function hashInPieces(file: Blob): Promise<Uint8Array> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    const piece = file.slice(start, start + PIECE_BYTES);
    hash.update(new Uint8Array(await piece.arrayBuffer()));
  }
  return hash.digest();
}
