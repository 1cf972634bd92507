import { readFileSync } from "node:fs";

export type ProcessUse = { cpuSeconds: number; residentBytes: number };

/** The running child processes. Linux only. */
function childProcesses(): Map<number, ProcessUse> {
  const found = new Map<number, ProcessUse>();
  // One small file: reading all of /proc would cost more than what is measured.
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, "latin1").split(" ").filter(Boolean);
  for (const pid of pids.map(Number)) {
    const use = processUse(pid);
    if (use) found.set(pid, use);
  }
  return found;
}

/** Undefined for a process that has ended. */
export function processUse(pid: number): ProcessUse | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The program's name, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user = 0, system = 0, pages = 0] = [fields[11], fields[12], fields[21]].map(Number);
    return { cpuSeconds: (user + system) / 100, residentBytes: pages * 4096 };
  } catch {
    return undefined;
  }
}

/** CPU time, wall time and peak memory of some work, for this process and its children together. */
export async function watchUse<Result>(work: () => Promise<Result>): Promise<{ result: Result; use: Use }> {
  const before = process.cpuUsage();
  const childrenBefore = childProcesses();
  const startedAt = performance.now();
  const cpuByChild = new Map<number, number>();
  let peakBytes = 0;
  const look = () => {
    let residentBytes = process.memoryUsage.rss();
    for (const [pid, use] of childProcesses()) {
      cpuByChild.set(pid, use.cpuSeconds - (childrenBefore.get(pid)?.cpuSeconds ?? 0));
      residentBytes += use.residentBytes;
    }
    peakBytes = Math.max(peakBytes, residentBytes);
  };
  const timer = setInterval(look, 100);
  const result = await work();
  clearInterval(timer);
  look();
  const own = process.cpuUsage(before);
  const ofChildren = [...cpuByChild.values()].reduce((sum, seconds) => sum + seconds, 0);
  return {
    result,
    use: {
      cpuSeconds: ofChildren + (own.user + own.system) / 1e6,
      wallSeconds: (performance.now() - startedAt) / 1000,
      peakBytes,
    },
  };
}

export type Use = { cpuSeconds: number; wallSeconds: number; peakBytes: number };
