import { invalid } from "../../errors.ts";

/** A new order must name everything in the list exactly once: anything left out would have no position. */
export function checkOrder<Id extends number>(field: string, order: readonly Id[], list: ReadonlySet<Id>): void {
  const named = new Set(order);
  const isComplete = named.size === order.length && named.size === list.size && order.every((id) => list.has(id));
  if (!isComplete) throw invalid({ [field]: ["Name everything in this list exactly once"] });
}
