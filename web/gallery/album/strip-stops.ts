/**
 * A scroll position at which the strip comes to rest, and the photos shown there: none at the title, at a text or a pause, and
 * after the last. `panel` is the place of a text or a pause in the line.
 */
export type Stop = { left: number; photos: Range | null; panel: number | null };
type Range = { first: number; last: number };

export type StripStep = "next" | "previous" | "first" | "last";

/** Closer together than this, two positions count as one. */
export const TOLERANCE_PX = 8;
/** How much of a screen an arrow moves along a photo that is wider than the screen. */
const WIDE_STEP = 0.8;
/** What stays in view of the next photo at the end of a wide one. */
const PEEK_PX = 32;

/** From the title to the end. Photos that come to rest at the same position, as those in one column do, share a stop. */
export function findStops(strip: HTMLElement): Stop[] {
  const length = strip.scrollWidth - strip.clientWidth;
  const panels = [...strip.querySelectorAll("ol > li")];
  // The style sheet decides where a photo rests, for swipes too.
  const isAtStart = panels[0] !== undefined && getComputedStyle(panels[0]).scrollSnapAlign.startsWith("start");
  const stops: Stop[] = [{ left: 0, photos: null, panel: null }];
  for (const { left, right, ...shown } of findColumns(strip, panels)) {
    for (const position of restingPositions(left, right, strip.clientWidth, isAtStart)) {
      addStop(stops, { ...shown, left: Math.min(Math.max(position, 0), length) });
    }
  }
  addStop(stops, { left: length, photos: null, panel: null });
  return stops;
}

export function stopOfPhoto(stops: Stop[], index: number): Stop | undefined {
  return stops.find(({ photos }) => photos && photos.first <= index && index <= photos.last);
}

/** Undefined where there is none further on. */
export function stopFor(step: StripStep, stops: Stop[], from: number): Stop | undefined {
  switch (step) {
    case "next":
      return stops.find(({ left }) => left > from + TOLERANCE_PX);
    case "previous":
      return stops.findLast(({ left }) => left < from - TOLERANCE_PX);
    case "first":
      return stops[0];
    case "last":
      return stops.at(-1);
  }
}

export function nearestStop(stops: Stop[], left: number): number {
  const distances = stops.map((stop) => Math.abs(stop.left - left));
  return distances.indexOf(Math.min(...distances));
}

type Column = Omit<Stop, "left"> & { left: number; right: number };

/** Photos above each other overlap sideways. In the strip every panel is its own column. */
function findColumns(strip: HTMLElement, panels: Element[]): Column[] {
  const origin = (strip.firstElementChild ?? strip).getBoundingClientRect().left;
  const columns: Column[] = [];
  let next = 0;
  for (const [index, panel] of panels.entries()) {
    // Less than a screen of paper is seen between two panels, and is none to stop at.
    if (panel.matches("[data-pause]") && panel.clientWidth < strip.clientWidth) continue;
    const box = panel.getBoundingClientRect();
    const [left, right] = [box.left - origin, box.right - origin];
    const count = panel.matches("[data-photo]") ? 1 : panel.querySelectorAll("[data-photo]").length;
    const photos = count > 0 ? { first: next, last: next + count - 1 } : null;
    next += count;
    const column = columns.at(-1);
    if (column?.photos && photos && left < column.right) {
      column.left = Math.min(column.left, left);
      column.right = Math.max(column.right, right);
      column.photos.last = photos.last;
    } else columns.push({ left, right, photos, panel: photos ? null : index });
  }
  return columns;
}

/** One, or several along a photo wider than the screen. */
function restingPositions(left: number, right: number, screen: number, isAtStart: boolean): number[] {
  if (right - left <= screen) return [Math.round(isAtStart ? left : (left + right - screen) / 2)];
  const end = right - screen + PEEK_PX;
  const steps = Math.ceil((end - left) / (screen * WIDE_STEP));
  return Array.from({ length: steps + 1 }, (_, step) => Math.round(left + ((end - left) * step) / steps));
}

function addStop(stops: Stop[], stop: Stop) {
  const before = stops.at(-1);
  if (!before || stop.left - before.left > TOLERANCE_PX) stops.push({ ...stop });
  else if (stop.photos) before.photos = { first: before.photos?.first ?? stop.photos.first, last: stop.photos.last };
  else before.panel ??= stop.panel;
}
