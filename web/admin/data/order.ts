export const isSameOrder = <Id>(a: readonly Id[], b: readonly Id[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** Puts the listed entries in this order, in the places they hold among the others. */
export function withOrder<Entry extends { id: unknown }>(
  entries: readonly Entry[],
  ids: readonly Entry["id"][],
): Entry[] {
  const moved = ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const moving = new Set(moved.map(({ id }) => id));
  return entries.map((entry) => (moving.has(entry.id) ? (moved.shift() ?? entry) : entry));
}
