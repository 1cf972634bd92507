/** The order after `moving` are taken out and put back as one block that starts at `index`. */
export function movedTo<Id>(order: readonly Id[], moving: readonly Id[], index: number): Id[] {
  const block = order.filter((id) => moving.includes(id));
  const rest = order.filter((id) => !moving.includes(id));
  return [...rest.slice(0, index), ...block, ...rest.slice(index)];
}

/** Where a dragged block lands when the entry under the pointer is dropped on another. */
export function dropIndex<Id>(order: readonly Id[], moving: readonly Id[], dragged: Id, over: Id): number {
  const from = order.indexOf(dragged);
  const to = order.indexOf(over);
  // Moving toward the end, it lands after the one it was dropped on, since the others close the gap.
  const passed = order.slice(0, from < to ? to + 1 : to);
  return passed.filter((id) => !moving.includes(id)).length;
}
