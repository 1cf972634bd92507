// Without Intl, whose English month names differ between the server's Node and a visitor's browser.
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The one way the site writes a date: "4 Mar 2026". */
export function formatDate(time: string): string {
  const date = readTime(time);
  return date ? `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}` : time;
}

/** "4 Mar 2026, 09:05". A date without a time stays one. */
export function formatDateTime(time: string): string {
  const date = readTime(time);
  if (!date || !time.includes("T")) return formatDate(time);
  return `${formatDate(time)}, ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Undefined where only the year is known, as of an old print. */
function readTime(time: string): Date | undefined {
  const [, year, month, day, hours = 0, minutes = 0] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/.exec(time)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  // The server's times are UTC and shown in the reader's time zone. A camera's clock has no zone: shown as it is.
  return time.endsWith("Z") ? new Date(time) : new Date(year, month - 1, day, hours || 0, minutes || 0);
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** "14:05" for today, "4 Mar 2026, 09:05" for another day. */
export function formatMoment(at: number): string {
  const time = new Date(at).toISOString();
  const isToday = formatDate(time) === formatDate(new Date().toISOString());
  return isToday ? formatDateTime(time).slice(-5) : formatDateTime(time);
}
