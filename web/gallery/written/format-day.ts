/** In UTC: server and browser must write the same. */
const FORMAT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

export const formatDay = (time: string): string => FORMAT.format(new Date(time));
