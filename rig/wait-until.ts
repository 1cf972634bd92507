import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 50;

/** Polls until the condition holds. A check that throws counts as not yet. */
export async function waitUntil(what: string, isMet: () => Promise<boolean>, limitMs = 60_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isMet().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${what}: still not true after ${limitMs / 1000} s`);
    await delay(POLL_MS);
  }
}
