import type { Point } from "./points.ts";

/** Below this scale a photo snaps back to its fitted size, and zooming in is not worth a button. */
const SNAP_SCALE = 1.05;

/** Scale and offset of the current photo, from fitted to the screen up to its real pixels. */
export function photoZoom(
  track: HTMLElement,
  photo: { width: number; height: number },
  onZoom: (isZoomed: boolean) => void,
) {
  const element = track.querySelector<HTMLElement>('[data-place="current"] [data-zoom]');
  let shown = { scale: 1, x: 0, y: 0 };
  let grabbed = shown;

  const fittedWidth = () => {
    if (!element) return 1;
    return Math.min(element.offsetWidth, (element.offsetHeight * photo.width) / photo.height);
  };
  const realScale = () => Math.max(1, photo.width / (fittedWidth() * window.devicePixelRatio));
  /** The part of the screen that a zoomed photo fills. */
  const area = () => (track.parentElement ?? track).getBoundingClientRect();
  /** The middle of the fitted photo, which is not that of the screen. */
  const home = (): Point => {
    const slide = element?.parentElement?.getBoundingClientRect() ?? area();
    return { x: slide.left + slide.width / 2, y: slide.top + slide.height / 2 };
  };

  const show = (wanted: typeof shown) => {
    const width = fittedWidth() * wanted.scale;
    const height = (width * photo.height) / photo.width;
    const { left, right, top, bottom } = area();
    const middle = home();
    const wasZoomed = shown.scale > 1;
    const isZoomed = wanted.scale > 1;
    shown = isZoomed
      ? {
          scale: wanted.scale,
          x: within(wanted.x, width, left - middle.x, right - middle.x),
          y: within(wanted.y, height, top - middle.y, bottom - middle.y),
        }
      : { scale: 1, x: 0, y: 0 };
    // The directions in which there is more than the screen shows, for the pan buttons.
    track.dataset.pans = isZoomed
      ? `${width > right - left + 1 ? "x" : ""} ${height > bottom - top + 1 ? "y" : ""}`
      : "";
    if (element) {
      element.style.transform = isZoomed ? `translate(${shown.x}px, ${shown.y}px) scale(${shown.scale})` : "";
    }
    if (wasZoomed !== isZoomed) onZoom(isZoomed);
  };

  /** Scales so that the point of the photo under `from` ends up under `to`. */
  const scaleAbout = (scale: number, from: Point, to: Point) => {
    const ratio = scale / grabbed.scale;
    const middle = home();
    show({
      scale,
      x: to.x - middle.x - (from.x - middle.x - grabbed.x) * ratio,
      y: to.y - middle.y - (from.y - middle.y - grabbed.y) * ratio,
    });
  };

  const grab = () => {
    grabbed = shown;
    element?.style.setProperty("transition", "none");
  };
  const glide = () => {
    grabbed = shown;
    element?.style.setProperty("transition", "transform var(--fade)");
  };

  return {
    isZoomed: () => shown.scale > 1,
    canZoom: () => realScale() >= SNAP_SCALE,
    /** Gestures are measured from the state at this moment. */
    grab,
    pan(x: number, y: number) {
      show({ scale: shown.scale, x: grabbed.x + x, y: grabbed.y + y });
    },
    /** Moves the view by shares of the screen. */
    panBy(x: number, y: number) {
      const { width, height } = area();
      glide();
      show({ scale: shown.scale, x: shown.x - x * width, y: shown.y - y * height });
    },
    pinch(ratio: number, from: Point, to: Point) {
      scaleAbout(Math.min(Math.max(grabbed.scale * ratio, 1), realScale()), from, to);
    },
    toggle(point: Point) {
      glide();
      if (shown.scale > 1) show({ scale: 1, x: 0, y: 0 });
      else scaleAbout(realScale(), point, point);
    },
    settle() {
      if (shown.scale < SNAP_SCALE) show({ scale: 1, x: 0, y: 0 });
    },
    /** After the screen has changed. */
    refit() {
      grab();
      show({ ...shown, scale: Math.min(shown.scale, realScale()) });
    },
    reset() {
      grab();
      show({ scale: 1, x: 0, y: 0 });
    },
  };
}

/** Keeps a photo from being panned past its edges. One that is smaller than the screen stays where it was fitted. */
function within(offset: number, size: number, low: number, high: number): number {
  const edges = [low + size / 2, high - size / 2].toSorted((one, other) => one - other);
  const wanted = size > high - low ? offset : 0;
  return Math.min(Math.max(wanted, edges[0] ?? 0), edges[1] ?? 0);
}
