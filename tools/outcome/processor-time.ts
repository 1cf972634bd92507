import { existsSync, readFileSync } from "node:fs";

const SELF = "/proc/self/stat";
/** The unit of these figures on every Linux. */
const TICKS_PER_SECOND = 100;

/** Of this process and all that it has started and waited for. Undefined where the system does not say: only Linux does. */
export function processorSeconds(): number | undefined {
  if (!existsSync(SELF)) return undefined;
  // The name of the program may contain anything, also spaces.
  const fields = readFileSync(SELF, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const [own, system, children, systemForChildren] = fields.slice(11, 15).map(Number);
  return ((own ?? 0) + (system ?? 0) + (children ?? 0) + (systemForChildren ?? 0)) / TICKS_PER_SECOND;
}
