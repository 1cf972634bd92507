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

/** What is in the list now, in that order; what the order does not name stays behind what it follows. */
export function orderedLike<Id>(order: readonly Id[], now: readonly Id[]): Id[] {
  const named = new Set(order);
  const present = new Set(now);
  return insertBehind(
    order.filter((id) => present.has(id)),
    now,
    (id) => !named.has(id),
  );
}

/**
 * Undoes a move in a list that may have changed since: what was moved from `before` to `after` goes back behind what it
 * followed, and everything else stays as it is now.
 */
export function withoutMove<Id>(now: readonly Id[], before: readonly Id[], after: readonly Id[]): Id[] {
  const present = new Set(now);
  const unmoved = longestKeptOrder(before, after);
  return insertBehind(
    now,
    before.filter((id) => present.has(id)),
    (id) => !unmoved.has(id),
  );
}

/** Puts the entries of `before` that `isBack` names into the list, each behind what it followed there and is still present. */
export function insertBehind<Id>(now: readonly Id[], before: readonly Id[], isBack: (id: Id) => boolean): Id[] {
  const present = new Set(now);
  const first: Id[] = [];
  const followers = new Map<Id, Id[]>();
  const back = new Set<Id>();
  let behind = first;
  for (const id of before) {
    if (isBack(id)) {
      behind.push(id);
      back.add(id);
    } else if (present.has(id)) {
      behind = [];
      followers.set(id, behind);
    }
  }
  return [...first, ...now.filter((id) => !back.has(id)).flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}

/** As many ids as possible that have the same order in both lists: the others are what was moved. */
function longestKeptOrder<Id>(before: readonly Id[], after: readonly Id[]): Set<Id> {
  const places = new Map(before.map((id, place) => [id, place]));
  // The last link of the best chain of each length, by its place in `before`: patience sorting.
  type Link = { id: Id; place: number; previous: Link | undefined };
  const ends: Link[] = [];
  for (const id of after) {
    const place = places.get(id);
    if (place === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.place ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = { id, place, previous: ends[low - 1] };
  }
  const kept = new Set<Id>();
  for (let link = ends.at(-1); link; link = link.previous) kept.add(link.id);
  return kept;
}
