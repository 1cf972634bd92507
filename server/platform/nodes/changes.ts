import type { QueryExecutorProvider } from "kysely";

/** Where the count of committed changes is stored, for servers that missed an announcement. */
export const VERSION_SETTING = "library_version";

/** A counter of changes to what visitors see. Caches are valid for one version and dropped when it moves. */
export type Changes = {
  version(): number;
  /** In the transaction of a change: announces it to other servers on the same database. */
  announce(trx: QueryExecutorProvider): Promise<void>;
  /** After every committed change. */
  publish(): void;
  /** Calls the listener after every change. Returns what ends that. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
};

/** For a single server. */
export function countChanges(): Changes {
  let version = 0;
  const listeners = new Set<() => void>();
  return {
    version: () => version,
    announce: async () => {},
    publish: () => {
      version++;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {},
  };
}
