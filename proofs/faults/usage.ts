import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerProcess } from "../../rig/server-process.ts";

const SETTLE_LIMIT_MS = 60_000;
const DESCRIPTORS_SPARE = 10;
const MEMORY_SPARE_MB = 100;

export type Usage = { descriptors: number; memoryMb: number };

export function usageOf({ pid }: ServerProcess): Usage {
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, memoryMb: Math.round(Number(memory) / 1024) };
}

/** A file that had arrived is let go of once its picture, which cannot be called back, is made. */
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
