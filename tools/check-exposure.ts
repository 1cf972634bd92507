import { execFile } from "node:child_process";
import { promisify } from "node:util";

const UNIT = "deploy/vitrine.service";
/** Of 10, as systemd counts what a service could do to its machine. */
const MAX_EXPOSURE = 3;

/** Complains if systemd finds the unit too exposed. Passes where systemd is not installed. */
export async function findExposure(): Promise<string> {
  const exposure = await measureExposure();
  return exposure === undefined || exposure < MAX_EXPOSURE
    ? ""
    : `systemd-analyze security: ${UNIT} has an exposure of ${exposure}, and must stay below ${MAX_EXPOSURE}`;
}

/** Undefined where systemd-analyze is missing or too old to read a file. */
async function measureExposure(): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)("systemd-analyze", ["security", "--offline=true", "--no-pager", UNIT]);
    return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const exposure = await measureExposure();
  console.log(
    exposure === undefined
      ? "systemd-analyze is not here, so the exposure was not measured."
      : `${UNIT}: exposure ${exposure} of 10 (bar: below ${MAX_EXPOSURE})`,
  );
}
