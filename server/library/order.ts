import { invalid } from "../errors.ts";

/** A new order must name exactly what is in the list, each once: what it left out would have no place. */
export function checkOrder<Id extends number>(field: string, order: readonly Id[], list: ReadonlySet<Id>): void {
  const named = new Set(order);
  const isComplete = named.size === order.length && named.size === list.size && order.every((id) => list.has(id));
  if (!isComplete) throw invalid({ [field]: ["Name everything in this list exactly once"] });
}
