import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { freePort } from "../../rig/free-port.ts";
import { processUse } from "../../rig/processes.ts";
import { waitUntil } from "../../rig/wait-until.ts";
import type { Place, User } from "./places.ts";

/** Someone in a folder. */
export type Follower = { place: Pick<Place, "name" | "npmKeepsSignals" | "start">; folder: string; user: User };
/** Until the site is ready. The processor's is that of the programs alone, however busy the machine is. */
export type Start = { seconds: number; cpuSeconds: number };

const COMMAND_LIMIT_MS = 60 * 60_000;
/** The first start builds the pages. */
const START_LIMIT_MS = 5 * 60_000;
const STOP_LIMIT_MS = 60_000;
const SHOWN_CHARS = 3_000;

/** Runs a script that must succeed. What it prints. */
export async function succeeds({ place, folder, user }: Follower, script: string): Promise<string> {
  const { status, output } = await finish(place.start(script, folder, user), COMMAND_LIMIT_MS);
  if (status !== 0) throw new Error(`${script}: exited with ${status}\n${output.slice(-SHOWN_CHARS)}`);
  return output;
}

/** Runs a script that must fail and say why. */
export async function refuses({ place, folder, user }: Follower, script: string, cause: string): Promise<void> {
  const { status, output } = await finish(place.start(script, folder, user), COMMAND_LIMIT_MS);
  if (status === 0) throw new Error(`${script}: was not refused`);
  if (!output.includes(cause)) throw new Error(`${script}: does not say "${cause}"\n${output.slice(-SHOWN_CHARS)}`);
}

/** The site becomes ready, and SIGTERM to the command also ends the server. */
export async function serves({ place, folder, user }: Follower, script: string): Promise<Start> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = place.start(`exec ${script}`, folder, user, { PORT: String(port) });
  const finished = finish(child, START_LIMIT_MS + STOP_LIMIT_MS);
  const responses = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
  const isSilent = () =>
    responses().then(
      () => false,
      () => true,
    );
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  try {
    await waitUntil(`${script}: the site responds`, async () => hasEnded() || (await responses()), START_LIMIT_MS);
    if (hasEnded()) throw new Error(`${script}: ended\n${(await finished).output.slice(-SHOWN_CHARS)}`);
    const start = { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: cpuSecondsOf(child.pid ?? 0) };
    if (place.npmKeepsSignals) killGroup(child, "SIGTERM");
    else child.kill("SIGTERM");
    await waitUntil(`${script}: the server ends with it`, async () => hasEnded() && (await isSilent()), STOP_LIMIT_MS);
    return start;
  } finally {
    killGroup(child, "SIGKILL");
  }
}

/** With the processes that it has started. */
function cpuSecondsOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean);
  return (processUse(pid)?.cpuSeconds ?? 0) + children.reduce((sum, child) => sum + cpuSecondsOf(Number(child)), 0);
}

async function finish(child: ChildProcess, limitMs: number): Promise<{ status: number | null; output: string }> {
  if (!child.stdout || !child.stderr) throw new Error("the output is piped");
  const timer = setTimeout(() => killGroup(child, "SIGKILL"), limitMs);
  const [[status], ...output] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  clearTimeout(timer);
  return { status, output: output.join("") };
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
