import { setTimeout as delay } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/** Looks until something is so. A look that throws counts as no. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, limitMs = 60_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${what}: still not so after ${limitMs / 1000} s`);
    await delay(LOOK_EVERY_MS);
  }
}
