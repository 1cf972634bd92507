import { expect, test } from "vitest";
import { outdatedRuns, runName } from "./keep-backups.ts";

const NOW = new Date("2026-11-17T12:00:00Z");
const HOUR_MS = 60 * 60 * 1000;
const nightly = (days: number) =>
  Array.from({ length: days }, (_, index) => runName(new Date(NOW.getTime() - (index * 24 + 10) * HOUR_MS)));

function keptOf(names: string[]): string[] {
  const outdated = new Set(outdatedRuns(names, NOW));
  return names.filter((name) => !outdated.has(name)).map((name) => name.slice(0, 10));
}

test("of nightly backups, 7 days, 4 weeks and 12 months are kept", () => {
  const kept = keptOf(nightly(500));

  const days = ["17", "16", "15", "14", "13", "12", "11"].map((day) => `2026-11-${day}`);
  // The 15th of November and the 1st are Sundays, the last days of their weeks.
  const weeks = ["2026-11-08", "2026-11-01"];
  const months = ["10-31", "09-30", "08-31", "07-31", "06-30", "05-31", "04-30", "03-31", "02-28", "01-31"];
  expect(kept).toEqual([...days, ...weeks, ...months.map((day) => `2026-${day}`), "2025-12-31"]);
});

test("every backup of the last two days is kept, and the newest even if it is old", () => {
  const today = [1, 2, 3].map((hours) => runName(new Date(NOW.getTime() - hours * HOUR_MS)));

  expect(outdatedRuns(today, NOW)).toEqual([]);
  expect(outdatedRuns(["2020-01-01T00-00-00-000Z"], NOW)).toEqual([]);
});

test("a folder that is named by hand is never deleted", () => {
  expect(outdatedRuns(["before the move", ...nightly(500)], NOW)).not.toContain("before the move");
});
