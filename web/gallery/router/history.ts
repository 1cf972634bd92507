/** A history entry. `state` is kept by the browser, also over a reload. */
export type Location = { pathname: string; key: string; state: { isFromStrip?: boolean } };

type Entry = Omit<Location, "pathname">;

export const entryOf = ({ key, state }: Location): Entry => ({ key, state });

export function newLocation(pathname: string, state: Location["state"] = {}): Location {
  return { pathname, key: Math.random().toString(36).slice(2, 10), state };
}

/** The browser's own. A fresh load gets a new key; a reload and Back keep the one it had. */
export function currentLocation(): Location {
  const kept: Partial<Entry> | null = history.state;
  // A copy of the site as plain files has a folder for each page, and its server adds the slash.
  const pathname = window.location.pathname.replace(/(?<=.)\/$/, "");
  const location = { ...newLocation(pathname), ...kept };
  history.replaceState(entryOf(location), "", pathname + window.location.search + window.location.hash);
  return location;
}

/** By key of the history entry. Not stored: after a reload the browser itself restores the position. */
const scrollPositions = new Map<string, number>();

export function rememberScroll(key: string): void {
  scrollPositions.set(key, window.scrollY);
}

export function restoreScroll(key: string): void {
  window.scrollTo(0, scrollPositions.get(key) ?? 0);
}

/** The top of a new page, or the element that its URL names. */
export function resetScroll(): void {
  const target = document.getElementById(window.location.hash.slice(1));
  if (target) target.scrollIntoView();
  else window.scrollTo(0, 0);
}
