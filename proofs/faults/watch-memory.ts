import { readFileSync } from "node:fs";

const POLL_MS = 100;

/** Of a program and its children, as the sum of their proportional shares (PSS). Returns the peak, in megabytes. */
export function watchMemory({ pid }: { pid: number }): { stop(): number } {
  let peakKb = 0;
  const look = () => {
    peakKb = Math.max(
      peakKb,
      processTree(pid).reduce((sum, one) => sum + proportionalKb(one), 0),
    );
  };
  const timer = setInterval(look, POLL_MS);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(peakKb / 1024);
    },
  };
}

function processTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(processTree)];
}

const proportionalKb = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // It has just ended.
    return "";
  }
}
