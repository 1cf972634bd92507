const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;
const KEPT_MONTHS = 12;
/** Of these days every run is kept: the backup before an upgrade must not go when the nightly one is made. */
const KEPT_WHOLE_DAYS = 2;

/** The name of a run is the time it began. Sorts by time. */
export const runName = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, "-");

function timeOf(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, "T$1:$2:$3.$4Z"));
}

/**
 * The runs to delete: all but those of the last two days, the newest of each of the last 7 days with a run, of the last 4
 * weeks and of the last 12 months. A name that is no time, such as a folder renamed by hand, is kept.
 */
export function outdatedRuns(names: readonly string[], now: Date): string[] {
  const runs = names
    .map((name) => ({ name, at: timeOf(name) }))
    .filter(({ at }) => !Number.isNaN(at.getTime()))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set<string>();
  for (const { name, at } of runs) {
    if (now.getTime() - at.getTime() < KEPT_WHOLE_DAYS * DAY_MS) kept.add(name);
  }
  const periods: [(at: Date) => string, number][] = [
    [dayOf, KEPT_DAYS],
    [weekOf, KEPT_WEEKS],
    [monthOf, KEPT_MONTHS],
  ];
  for (const [periodOf, count] of periods) {
    const newest = new Map<string, string>();
    for (const { name, at } of runs) if (!newest.has(periodOf(at))) newest.set(periodOf(at), name);
    for (const name of [...newest.values()].slice(0, count)) kept.add(name);
  }
  return runs.map(({ name }) => name).filter((name) => !kept.has(name));
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

/** Named by its Monday. */
function weekOf(at: Date): string {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return dayOf(new Date(at.getTime() - daysSinceMonday * DAY_MS));
}
