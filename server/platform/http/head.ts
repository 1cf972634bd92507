import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

/** HEAD responds with the headers of GET. Fastify alone would read the whole stream of the GET, only to throw it away. */
export function installHead(app: FastifyInstance): void {
  app.addHook("onSend", ({ method }, _reply, payload, done) => {
    if (method !== "HEAD" || !(payload instanceof Readable)) return done();
    payload.destroy();
    done(null, unreadBody());
  });
}

/** In place of a stream, whose length is unknown: no payload at all would be sent as a length of 0. */
export const unreadBody = () => Readable.from([]);
