import type { Changes } from "../platform/nodes/changes.ts";

export type Keep = <T>(key: string, make: () => Promise<T>) => Promise<T>;

/** Caches what was read from the library, such as a count, until the library changes. Holds at most `maxEntries`. */
export function keepUntilChange(changes: Changes, maxEntries: number): Keep {
  let kept = new Map<string, Promise<unknown>>();
  let keptVersion = changes.version();

  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const version = changes.version();
    if (version !== keptVersion || kept.size >= maxEntries) {
      kept = new Map();
      keptVersion = version;
    }
    const known = kept.get(key);
    // Stored below under the same key, and a key is only ever used for one type.
    if (known) return known as Promise<T>;
    const generation = kept;
    const pending = make();
    generation.set(key, pending);
    pending.then(
      // The library changed during the read: the result may be stale.
      () => changes.version() !== version && generation.delete(key),
      () => generation.delete(key),
    );
    return pending;
  };
}
