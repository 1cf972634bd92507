/** Runs tasks one after another, in the order they arrive. */
export type OneAtATime = {
  /** Rejects with what `refuse` makes if too many are waiting. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** The same check alone, for callers that have other work to do before their task. */
  assertQueueCapacity(): void;
};

export function oneAtATime(maxWaiting: number, refuse: () => Error): OneAtATime {
  let unfinished = 0;
  let last: Promise<unknown> = Promise.resolve();

  const assertQueueCapacity = () => {
    // One of them is running.
    if (unfinished > maxWaiting) throw refuse();
  };

  return {
    assertQueueCapacity,
    async run(task) {
      assertQueueCapacity();
      unfinished += 1;
      const result = last.then(task).finally(() => {
        unfinished -= 1;
      });
      last = result.catch(() => {});
      return result;
    },
  };
}
