import { LRUCache } from "lru-cache";
import type { Changes } from "../platform/nodes/changes.ts";

const MAX_ENTRIES = 100;

export type Cache = <T>(key: string, make: () => Promise<T>) => Promise<T>;

/**
 * Caches what was read from the library, such as a count, until the library changes. Holds at most `max` entries: keys may
 * come from outside.
 */
export function cacheUntilChange(changes: Changes, max = MAX_ENTRIES): Cache {
  const cached = new LRUCache<string, Promise<unknown>>({ max });
  let cachedVersion = changes.version();
  /** Not cached yet: a value that cannot be read, such as an album that does not exist, must not push out another. */
  const underWay = new Map<string, Promise<unknown>>();

  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const version = changes.version();
    if (version !== cachedVersion) {
      cached.clear();
      cachedVersion = version;
    }
    // A read that began before a change is not for those who ask after it.
    const turn = `${version} ${key}`;
    const known = cached.get(key) ?? underWay.get(turn);
    // Stored below under the same key, and a key is only ever used for one type.
    if (known) return known as Promise<T>;
    const made = make();
    underWay.set(turn, made);
    made.then(
      () => {
        underWay.delete(turn);
        if (changes.version() === version) cached.set(key, made);
      },
      () => underWay.delete(turn),
    );
    return made;
  };
}
