import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** The SHA-256 of the content. */
export async function hashStream(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content) hash.update(chunk);
  return hash.digest("hex");
}

const READ_BYTES = 256 * 1024;

/** Reads through one buffer: the chunks of a stream would keep the garbage collector busy. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(READ_BYTES);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
