type Run = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** Runs work, at most so many pieces at once, first come, first served. An aborted signal leaves the line at once. */
export function fewAtATime(limit: number): Run {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takePlace(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < limit) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(start);
    });
  }

  function leavePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (signal, work) => {
    await takePlace(signal);
    try {
      return await work();
    } finally {
      leavePlace();
    }
  };
}
