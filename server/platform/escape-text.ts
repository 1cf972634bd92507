const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // Otherwise XML reads it as a line feed.
  "\r": "&#13;",
};

/** XML allows only three of the control characters, no half of a surrogate pair and no U+FFFE and U+FFFF. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;

/** For text and for attributes, in HTML and in XML. */
export function escapeText(text: string): string {
  return text.replace(UNPRINTABLE, "").replace(/[&<>"'\r]/g, (char) => ENTITIES[char] ?? "");
}
