import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** The SHA-256 of the content. */
export async function hashStream(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content) hash.update(chunk);
  return hash.digest("hex");
}

const READ_BYTES = 256 * 1024;

export const hashFile = (path: string): Promise<string> => hashStream(readChunks(path));

/** Each chunk is overwritten by the next: with new ones, as a stream has them, the garbage collector would be busy. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(READ_BYTES);
  await using file = await open(path);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
