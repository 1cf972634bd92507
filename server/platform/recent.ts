/** Holds values up to a total size. The one that has not been asked for longest makes room for a new one. */
export type Recent<Value> = {
  get(key: string): Value | undefined;
  /** A value larger than the total is not held. */
  set(key: string, value: Value, size?: number): void;
  clear(): void;
};

export function createRecent<Value>(maxSize: number): Recent<Value> {
  // A Map keeps the order in which keys were set. An entry asked for since then is set again before any is removed: sorting
  // by last use on every request would take longer than the rest of the lookup.
  const held = new Map<string, { value: Value; size: number; isUsed: boolean }>();
  let heldSize = 0;

  function remove(key: string): void {
    heldSize -= held.get(key)?.size ?? 0;
    held.delete(key);
  }

  return {
    get(key) {
      const entry = held.get(key);
      if (!entry) return undefined;
      entry.isUsed = true;
      return entry.value;
    },
    set(key, value, size = 1) {
      remove(key);
      if (size > maxSize) return;
      // Ends: each entry is passed over once at most.
      for (const [oldest, entry] of held) {
        if (heldSize + size <= maxSize) break;
        if (!entry.isUsed) remove(oldest);
        else {
          entry.isUsed = false;
          held.delete(oldest);
          held.set(oldest, entry);
        }
      }
      held.set(key, { value, size, isUsed: false });
      heldSize += size;
    },
    clear() {
      held.clear();
      heldSize = 0;
    },
  };
}
