import { onTestFinished, vi } from "vitest";

/** More than any server pauses between two looks for email. */
const STEP_MS = 2_000;

/** From now on, until the end of the test, intervals pass only in `soon`. Call it before the server starts. */
export function advanceIntervals(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits for something that the server does at intervals, without waiting for the interval. */
export function soon<T>(check: () => T | Promise<T>): Promise<T> {
  const advanceAndCheck = () => {
    vi.advanceTimersByTime(STEP_MS);
    return check();
  };
  return vi.waitFor(advanceAndCheck, { timeout: 20_000, interval: 20 });
}
