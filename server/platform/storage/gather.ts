const WRITE_BYTES = 512 * 1024;

/**
 * Joins the small pieces that arrive over a network until they are worth a write. Each result is overwritten by the next,
 * because all share one buffer.
 */
export async function* gather(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const held = Buffer.alloc(WRITE_BYTES);
  let size = 0;
  for await (const chunk of chunks) {
    if (size > 0 && size + chunk.length > held.length) {
      yield held.subarray(0, size);
      size = 0;
    }
    if (chunk.length > held.length) yield chunk;
    else {
      held.set(chunk, size);
      size += chunk.length;
    }
  }
  if (size > 0) yield held.subarray(0, size);
}
