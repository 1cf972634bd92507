import type { PhotoId } from "../../../contract/photos.ts";

/** Where a photo was in a list when it left. All functions here are pure; decision 017 explains the rule. */
export type Place = {
  /** The photos it came after, nearest first. */
  after: PhotoId[];
  /** The photos it came before, nearest first. */
  before: PhotoId[];
  index: number;
};

type Returning = { id: PhotoId; place: Place | undefined };

const NEIGHBORS = 10;

/** The places of the photos that are about to leave the list. */
export function placesIn(list: readonly PhotoId[], leaving: ReadonlySet<PhotoId>): Map<PhotoId, Place> {
  const after = neighborsBefore(list, leaving);
  const before = neighborsBefore(list.toReversed(), leaving);
  const places = new Map<PhotoId, Place>();
  for (const [index, id] of list.entries()) {
    if (leaving.has(id)) places.set(id, { after: after.get(id) ?? [], before: before.get(id) ?? [], index });
  }
  return places;
}

/** The nearest neighbors, and the nearest that stay: when many leave together, one may return alone. */
function neighborsBefore(list: readonly PhotoId[], leaving: ReadonlySet<PhotoId>): Map<PhotoId, PhotoId[]> {
  const neighbors = new Map<PhotoId, PhotoId[]>();
  let nearest: PhotoId[] = [];
  let staying: PhotoId[] = [];
  for (const id of list) {
    if (leaving.has(id)) neighbors.set(id, [...new Set([...nearest, ...staying])]);
    else staying = [id, ...staying].slice(0, NEIGHBORS);
    nearest = [id, ...nearest].slice(0, NEIGHBORS);
  }
  return neighbors;
}

/** The list with the photos back in their places. A photo without a place goes to the end. */
export function insertAtFormerPlaces(list: readonly PhotoId[], returning: readonly Returning[]): PhotoId[] {
  const positions = new Map(list.map((id, position) => [id, position]));
  const bySlot = Map.groupBy(returning, ({ place }) => (place ? slotFor(place, positions) : list.length));
  const order: PhotoId[] = [];
  for (let slot = 0; slot <= list.length; slot++) {
    const back = bySlot.get(slot) ?? [];
    order.push(...back.toSorted(compareFormer).map(({ id }) => id), ...list.slice(slot, slot + 1));
  }
  return order;
}

/** The slot that puts the fewest neighbors on the wrong side, with near ones counting most. */
function slotFor({ after, before, index }: Place, positions: ReadonlyMap<PhotoId, number>): number {
  const known = [...weigh(after, -1), ...weigh(before, 1)]
    .flatMap(({ id, weight }) => ({ position: positions.get(id) ?? -1, weight }))
    .filter(({ position }) => position >= 0)
    .sort((one, other) => one.position - other.position);
  const [first] = known;
  if (!first) return Math.min(index, positions.size);

  let best = { cost: 0, slot: first.position };
  let cost = 0;
  for (const { position, weight } of known) {
    cost += weight;
    // The margin is for rounding: of two equal costs, the first slot wins.
    if (cost < best.cost - 1e-9) best = { cost, slot: position + 1 };
  }
  return best.slot;
}

const weigh = (neighbors: PhotoId[], sign: 1 | -1) =>
  neighbors.map((id, distance) => ({ id, weight: sign / (distance + 1) }));

function compareFormer(one: Returning, other: Returning): number {
  if (!one.place || !other.place) return one.place ? -1 : other.place ? 1 : 0;
  if (one.place.before.includes(other.id) || other.place.after.includes(one.id)) return -1;
  if (one.place.after.includes(other.id) || other.place.before.includes(one.id)) return 1;
  return one.place.index - other.place.index;
}

/**
 * The place of a photo that is still absent, after `back` has returned: it left while `back` was absent, so its place
 * does not include that neighbor. Undefined when there is nothing to add.
 */
export function learnNeighbor(away: Returning, back: Returning): Place | undefined {
  const { place } = away;
  if (!place || !back.place || place.after.includes(back.id) || place.before.includes(back.id)) return undefined;
  if (back.place.before.includes(away.id)) return { ...place, after: [back.id, ...place.after] };
  if (back.place.after.includes(away.id)) return { ...place, before: [back.id, ...place.before] };
  return undefined;
}
