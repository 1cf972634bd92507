import type { Changes } from "./changes.ts";

export type Keep = <T>(key: string, make: () => Promise<T>) => Promise<T>;

/** Remembers what was read from the library, such as a count, until the library changes: so many at the most. */
export function keepUntilChange(changes: Changes, most: number): Keep {
  let kept = new Map<string, Promise<unknown>>();
  let keptVersion = changes.version();

  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const version = changes.version();
    if (version !== keptVersion || kept.size >= most) {
      kept = new Map();
      keptVersion = version;
    }
    const known = kept.get(key);
    // Stored below by the same key, which stands for one kind of answer.
    if (known) return known as Promise<T>;
    const generation = kept;
    const pending = make();
    generation.set(key, pending);
    pending.then(
      // Read while something changed: it may be of before.
      () => changes.version() !== version && generation.delete(key),
      () => generation.delete(key),
    );
    return pending;
  };
}
