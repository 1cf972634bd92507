import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectFiles } from "../rig/project-files.ts";

/** Of 10, as systemd counts what a service could do to its machine. */
const MAX_EXPOSURE = 3;

/** Complains about units that systemd finds too exposed. Passes where systemd is not installed. */
export async function findExposure(): Promise<string> {
  const complaints: string[] = [];
  for (const unit of projectFiles("deploy/*.service")) {
    const exposure = await measureExposure(unit);
    if (exposure === undefined || exposure < MAX_EXPOSURE) continue;
    complaints.push(
      `systemd-analyze security: ${unit} has an exposure of ${exposure}, and must stay below ${MAX_EXPOSURE}`,
    );
  }
  return complaints.join("\n");
}

/** Undefined where systemd-analyze is missing or too old to read a file. */
async function measureExposure(unit: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)("systemd-analyze", ["security", "--offline=true", "--no-pager", unit]);
    return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  for (const unit of projectFiles("deploy/*.service")) {
    const exposure = await measureExposure(unit);
    console.log(
      exposure === undefined
        ? "systemd-analyze is not here, so the exposure was not measured."
        : `${unit}: exposure ${exposure} of 10 (bar: below ${MAX_EXPOSURE})`,
    );
  }
}
