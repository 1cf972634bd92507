/** Lets one at a time do a thing of this name, in this process and, where there are several, among all nodes. */
export type Locks = {
  /** Waits for its turn. The work must look again whether it is still needed: whoever had the turn before may have done it. */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** For a single node. */
export function processLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    hold(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work);
      const settled = turn
        .catch(() => {})
        .then(() => {
          if (last.get(name) === settled) last.delete(name);
        });
      last.set(name, settled);
      return turn;
    },
    async close() {},
  };
}
