import fastify, { type FastifyBaseLogger } from "fastify";

export type Log = FastifyBaseLogger;
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const FLUSH_CHARS = 16_384;
const FLUSH_DELAY_MS = 100;

/** One structured line per outcome. Unless a level is set, only warnings and errors on a terminal. */
export function createLog(level: LogLevel = process.stdout.isTTY ? "warn" : "info"): Log {
  return fastify({ logger: { level, stream: gatheredOutput() } }).log;
}

/** Writes lines in batches instead of one by one. */
function gatheredOutput(): { write(line: string): void } {
  let gathered = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    process.stdout.write(gathered);
    gathered = "";
  };
  // Also when an uncaught error ends the process.
  process.on("exit", flush);
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= FLUSH_CHARS) flush();
      else timer ??= setTimeout(flush, FLUSH_DELAY_MS).unref();
    },
  };
}
