import type { PhotoId } from "../../../contract/photos.ts";
import type { AppError } from "../../errors.ts";

/** What came of doing one thing with many photos. */
export type Outcome = {
  changed: PhotoId[];
  /** They were so already. */
  same: PhotoId[];
  refused: { id: PhotoId; error: AppError }[];
};

/** Sorts the photos by what would come of it: nothing to do, a refusal, or a change. */
export function sortOut<Row extends { id: PhotoId }>(
  rows: readonly Row[],
  judge: (row: Row) => "change" | "same" | AppError,
): Outcome {
  const outcome: Outcome = { changed: [], same: [], refused: [] };
  for (const row of rows) {
    const verdict = judge(row);
    if (verdict === "change") outcome.changed.push(row.id);
    else if (verdict === "same") outcome.same.push(row.id);
    else outcome.refused.push({ id: row.id, error: verdict });
  }
  return outcome;
}

/** For a single photo a refusal is the answer. */
export function throwIfRefused({ refused: [first] }: Outcome): void {
  if (first) throw first.error;
}
