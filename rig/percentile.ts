export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 50);

/** Of figures measured in turns, each compared with its neighbor. */
export const medianRatio = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN)));
