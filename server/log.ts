import type { FastifyBaseLogger } from "fastify";
import { destination, type LoggerOptions, pino, stdTimeFunctions } from "pino";

export type Log = FastifyBaseLogger;
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** In batches instead of line by line. What is left is written when the process ends, also by an uncaught error. */
const BATCHES = { sync: false, minLength: 8_192, periodicFlush: 100 };

/** For people and for other programs: levels as words, times as in ISO 8601. */
export const LOG_LINES = {
  formatters: { level: (level: string) => ({ level }) },
  timestamp: stdTimeFunctions.isoTime,
} satisfies LoggerOptions;

/** One structured line per outcome. Unless a level is set, only warnings and errors on a terminal. */
export function createLog(level: LogLevel = process.stdout.isTTY ? "warn" : "info"): Log {
  return pino({ ...LOG_LINES, level }, destination(BATCHES));
}
