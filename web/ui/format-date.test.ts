import { expect, test } from "vitest";
import { formatDate, formatDateTime, formatMoment } from "./format-date.ts";

test("a camera's time is shown as the camera had it, in any time zone", () => {
  expect(formatDate("2023-07-04T00:05:09")).toBe("4 Jul 2023");
  expect(formatDate("2023-07-04")).toBe("4 Jul 2023");
  expect(formatDateTime("2023-07-04T00:05:09")).toBe("4 Jul 2023, 00:05");
  expect(formatDateTime("2023-07-04")).toBe("4 Jul 2023");
});

test("a time of the server is shown in the reader's time zone", () => {
  const local = new Date(2026, 8, 30, 17, 5);

  expect(formatDate(local.toISOString())).toBe("30 Sep 2026");
  expect(formatDateTime(local.toISOString())).toBe("30 Sep 2026, 17:05");
});

test("an old print of which only the year is known shows the year", () => {
  expect(formatDate("1968")).toBe("1968");
  expect(formatDateTime("1968")).toBe("1968");
});

test("a moment of today is its time", () => {
  const now = new Date();
  expect(formatMoment(new Date(now.getFullYear(), now.getMonth(), now.getDate(), 9, 5).getTime())).toBe("09:05");
  expect(formatMoment(new Date(2023, 6, 4, 14, 5).getTime())).toBe("4 Jul 2023, 14:05");
});
