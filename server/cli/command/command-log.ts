import fastify, { type FastifyBaseLogger } from "fastify";
import type { CommandOutput } from "./command.ts";

/** Only errors, on stderr: standard output is the command's report, and may be JSON for another program. */
export function createCommandLog(stderr: CommandOutput): FastifyBaseLogger {
  return fastify({ logger: { level: "error", stream: { write: (line: string) => void stderr.write(line) } } }).log;
}
