import fastify, { type FastifyBaseLogger } from "fastify";

/** One structured line per outcome. On a terminal only what needs a person's eye. */
export function createLog(): FastifyBaseLogger {
  return fastify({ logger: { level: process.stdout.isTTY ? "warn" : "info" } }).log;
}
