import { pino } from "pino";
import { LOG_LINES, type Log } from "../../log.ts";
import type { CommandOutput } from "./command.ts";

/** Only errors, on stderr: standard output is the command's report, and may be JSON for another program. */
export const createCommandLog = (stderr: CommandOutput): Log =>
  pino({ ...LOG_LINES, level: "error" }, { write: (line) => stderr.write(line) });
