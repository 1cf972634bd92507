const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/**
 * The text of HTML, which other programs allow in titles and captions. Each expression ends at the next mark or at the end of the
 * text: one that looked on for a mark that is missing would take minutes for a long text with many beginnings.
 */
export const plainText = (html: string): string =>
  decodeEntities(
    html
      .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, "")
      .replace(/<br\s*\/?>|<\/(p|div|li|h\d)\s*>/gi, "\n")
      .replace(/<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>/gi, ""),
  )
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** Those that XML has, and characters by number. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
