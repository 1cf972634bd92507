import type { PhotoId } from "../../contract/photos.ts";
import { type AppError, photoNotFound } from "../errors.ts";

/** The result of one action on many photos. */
export type Outcome = {
  /** Photos that are now as requested, or already were. */
  done: PhotoId[];
  refused: { id: PhotoId; error: AppError }[];
};

/** Judges each photo once, in the order requested. `chosen` are the rows that have to change. */
export function classify<Row extends { id: PhotoId }>(
  ids: readonly PhotoId[],
  rows: readonly Row[],
  judge: (row: Row) => "change" | "same" | AppError,
): { outcome: Outcome; chosen: Row[] } {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const outcome: Outcome = { done: [], refused: [] };
  const chosen: Row[] = [];
  for (const id of new Set(ids)) {
    const row = byId.get(id);
    const verdict = row ? judge(row) : photoNotFound();
    if (verdict === "change" && row) chosen.push(row);
    if (verdict === "change" || verdict === "same") outcome.done.push(id);
    else outcome.refused.push({ id, error: verdict });
  }
  return { outcome, chosen };
}

/** A request about a single photo fails when that photo is refused. */
export function throwIfRefused({ refused: [first] }: Outcome): void {
  if (first) throw first.error;
}
