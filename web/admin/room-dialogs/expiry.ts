export type Expiry = "never" | "day" | "week" | "month" | "date";

export const EXPIRIES: Record<Expiry, string> = {
  never: "Never",
  day: "In a day",
  week: "In a week",
  month: "In a month",
  date: "On a date…",
};

const DAYS = { day: 1, week: 7, month: 30 };
const DAY_MS = 24 * 60 * 60 * 1000;

/** What is chosen in the form. `day` only counts with "date". */
export type ChosenExpiry = { expiry: Expiry; day: string };

export const choiceOf = (expires_on: string | null = null): ChosenExpiry => ({
  expiry: expires_on === null ? "never" : "date",
  day: dayOf(expires_on),
});

/** A date means until its end, on the owner's clock. The same day again does not move the moment. */
export function expiresOn({ expiry, day }: ChosenExpiry, before: string | null = null): string | null {
  if (expiry === "never") return null;
  if (expiry !== "date") return new Date(Date.now() + DAYS[expiry] * DAY_MS).toISOString();
  return day === dayOf(before) ? before : new Date(`${day}T23:59:59.999`).toISOString();
}

export const hasPassed = (expires_on: string | null): boolean =>
  expires_on !== null && Date.parse(expires_on) <= Date.now();

/** For a date field; empty for never. */
export function dayOf(moment: string | null): string {
  if (moment === null) return "";
  const local = new Date(moment);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}
