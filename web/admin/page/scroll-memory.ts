const positions = new Map<string, number>();

/** Remembers where each screen was scrolled to, so that coming back shows the same photos. */
export function rememberScroll(scroller: HTMLElement): void {
  positions.set(location.pathname, scroller.scrollTop);
}

export function restoreScroll(scroller: HTMLElement): void {
  scroller.scrollTop = positions.get(location.pathname) ?? 0;
}
