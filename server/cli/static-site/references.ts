/** Attributes of our own pages, which are written with double quotes, the locations in the sitemap and the feed, and icons. */
const ATTRIBUTE = /\s(?:href|src|data-program|content|(?:image)?srcset)="([^"]+)"/gi;
const ICON = /"src":"([^"]+)"/g;
const LOCATION = /<(?:image:)?loc>([^<]+)</g;

/** The paths of this site that a page, the feed, the sitemap or the web manifest names. */
export function referencesIn(text: string, origin: string): Set<string> {
  const values = [ATTRIBUTE, LOCATION, ICON]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, value = ""]) => plain(value));
  const found = new Set<string>();
  for (const value of values) {
    // A srcset names several, each with its width.
    for (const candidate of value.split(/,\s+/)) {
      const path = pathOf(candidate.split(" ", 1)[0] ?? "", origin);
      if (path) found.add(path);
    }
  }
  return found;
}

function pathOf(url: string, origin: string): string | undefined {
  const local = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  return /^\/(?!\/)/.test(local) ? local.replace(/[?#].*$/, "") : undefined;
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
};
const plain = (text: string) => text.replace(/&(?:amp|quot|#x27|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
