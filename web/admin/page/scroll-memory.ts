/** Where each screen was scrolled to. The history keeps it, so that coming back or a reload shows the same photos. */
const positions = new Map<string, number>(Object.entries(history.state?.scrolled ?? {}));

/** Browsers limit how often the history may change. */
const PAUSE_MS = 200;
let timer: ReturnType<typeof setTimeout> | undefined;

export function rememberScroll(scroller: HTMLElement): void {
  positions.set(location.pathname, scroller.scrollTop);
  clearTimeout(timer);
  timer = setTimeout(keepForReload, PAUSE_MS);
}

/** The router keeps its own entries of this state. */
function keepForReload(): void {
  history.replaceState({ ...history.state, scrolled: Object.fromEntries(positions) }, "");
}

export function restoreScroll(scroller: HTMLElement): void {
  scroller.scrollTop = positions.get(location.pathname) ?? 0;
}
