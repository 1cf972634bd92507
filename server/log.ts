import type { FastifyBaseLogger } from "fastify";
import { destination, pino } from "pino";

export type Log = FastifyBaseLogger;
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** In batches instead of line by line. What is left is written when the process ends, also by an uncaught error. */
const BATCHES = { sync: false, minLength: 8_192, periodicFlush: 100 };

/** One structured line per outcome. Unless a level is set, only warnings and errors on a terminal. */
export function createLog(level: LogLevel = process.stdout.isTTY ? "warn" : "info"): Log {
  return pino({ level }, destination(BATCHES));
}
