type Run = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** Limits how many pieces of work run at once; the others wait in line. Aborting one that waits rejects it at once. */
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
