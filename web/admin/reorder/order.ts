/** The order after `moving` were taken out and put back together, the first of them at `index`. */
export function movedTo<Id>(order: readonly Id[], moving: readonly Id[], index: number): Id[] {
  const block = order.filter((id) => moving.includes(id));
  const rest = order.filter((id) => !moving.includes(id));
  return [...rest.slice(0, index), ...block, ...rest.slice(index)];
}

/** Where a dragged block lands when the one under the pointer is dropped onto another's place. */
export function dropIndex<Id>(order: readonly Id[], moving: readonly Id[], dragged: Id, over: Id): number {
  const from = order.indexOf(dragged);
  const to = order.indexOf(over);
  // Moved towards the end, it takes the place after the one it was dropped on, as the others close up.
  const passed = order.slice(0, from < to ? to + 1 : to);
  return passed.filter((id) => !moving.includes(id)).length;
}
