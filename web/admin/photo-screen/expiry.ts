export type Expiry = "never" | "day" | "week" | "month" | "date";

export const EXPIRIES: { value: Expiry; label: string }[] = [
  { value: "never", label: "Never" },
  { value: "day", label: "In a day" },
  { value: "week", label: "In a week" },
  { value: "month", label: "In a month" },
  { value: "date", label: "On a date…" },
];

const DAYS = { day: 1, week: 7, month: 30 };
const DAY_MS = 24 * 60 * 60 * 1000;

/** A date means until its end, on the owner's clock. */
export function expiresOn(expiry: Expiry, day: string, now = new Date()): string | null {
  if (expiry === "never") return null;
  if (expiry === "date") return new Date(`${day}T23:59:59.999`).toISOString();
  return new Date(now.getTime() + DAYS[expiry] * DAY_MS).toISOString();
}

/** For a date field; empty for never. */
export function dayOf(moment: string | null): string {
  if (moment === null) return "";
  const local = new Date(moment);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}
