import { readdirSync } from "node:fs";
import { join } from "node:path";
import { processUse } from "../../rig/processes.ts";
import type { ServerProcess } from "../../rig/server-process.ts";

const SETTLE_LIMIT_MS = 60_000;
const DESCRIPTORS_SPARE = 10;
const MEMORY_SPARE_MB = 100;

export type Usage = { descriptors: number; memoryMb: number };

export function usageOf({ pid }: ServerProcess): Usage {
  const bytes = processUse(pid)?.residentBytes ?? Number.NaN;
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, memoryMb: Math.round(bytes / 2 ** 20) };
}

/** Waits: a file that had arrived is released once its picture is made, which cannot be cancelled. */
export async function expectNothingLeft(server: ServerProcess, dataDir: string, before: Usage): Promise<Usage> {
  const deadline = performance.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const after = usageOf(server);
    const files = readdirSync(join(dataDir, "storage/temp")).length;
    const descriptors = after.descriptors - before.descriptors;
    if (files === 0 && descriptors <= DESCRIPTORS_SPARE) {
      if (after.memoryMb > before.memoryMb + MEMORY_SPARE_MB)
        throw new Error(`memory left behind: ${after.memoryMb} MB`);
      return after;
    }
    if (performance.now() > deadline) throw new Error(`left behind: ${files} files, ${descriptors} descriptors`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
