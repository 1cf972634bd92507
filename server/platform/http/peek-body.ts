import type { IncomingMessage } from "node:http";

/**
 * Reads a small body and leaves it there for Fastify to read. Undefined if it is larger or of unknown length, or does not
 * arrive.
 */
export function peekBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const length = Number(request.headers["content-length"]);
  if (!(length > 0 && length <= maxBytes)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let missing = length;
    const read = () => {
      for (let part = request.read(); part !== null; part = request.read()) {
        parts.push(part);
        missing -= part.length;
      }
      if (missing > 0) return;
      const body = Buffer.concat(parts);
      // At once: in the next turn, a body without more to read has ended.
      request.unshift(body);
      end(body);
    };
    const abort = () => end(undefined);
    const end = (body: Buffer | undefined) => {
      request.off("readable", read).off("close", abort);
      resolve(body);
    };
    request.on("readable", read).on("close", abort);
  });
}
