import { pino } from "pino";
import type { Log } from "../../log.ts";
import type { CommandOutput } from "./command.ts";

/** Only errors, on stderr: standard output is the command's report, and may be JSON for another program. */
export const createCommandLog = (stderr: CommandOutput): Log =>
  pino({ level: "error" }, { write: (line) => stderr.write(line) });
