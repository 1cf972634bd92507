import type { Point } from "./points.ts";

/** Below this scale a photo snaps back to its fitted size. */
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

  const show = (wanted: typeof shown) => {
    const width = fittedWidth() * wanted.scale;
    const height = (width * photo.height) / photo.width;
    // A photo cannot be panned past its edges.
    const slackX = Math.max(0, (width - window.innerWidth) / 2);
    const slackY = Math.max(0, (height - window.innerHeight) / 2);
    const wasZoomed = shown.scale > 1;
    shown = {
      scale: wanted.scale,
      x: Math.min(Math.max(wanted.x, -slackX), slackX),
      y: Math.min(Math.max(wanted.y, -slackY), slackY),
    };
    if (element) {
      element.style.transform = shown.scale === 1 ? "" : `translate(${shown.x}px, ${shown.y}px) scale(${shown.scale})`;
    }
    if (wasZoomed !== shown.scale > 1) onZoom(shown.scale > 1);
  };

  /** Scales so that the point of the photo under `from` ends up under `to`. */
  const scaleAbout = (scale: number, from: Point, to: Point) => {
    const ratio = scale / grabbed.scale;
    const middle = { x: window.innerWidth / 2, y: window.innerHeight / 2 };
    show({
      scale,
      x: to.x - middle.x - (from.x - middle.x - grabbed.x) * ratio,
      y: to.y - middle.y - (from.y - middle.y - grabbed.y) * ratio,
    });
  };

  return {
    isZoomed: () => shown.scale > 1,
    /** Gestures are measured from the state at this moment. */
    grab() {
      grabbed = shown;
      element?.style.setProperty("transition", "none");
    },
    pan(x: number, y: number) {
      show({ scale: shown.scale, x: grabbed.x + x, y: grabbed.y + y });
    },
    pinch(ratio: number, from: Point, to: Point) {
      scaleAbout(Math.min(Math.max(grabbed.scale * ratio, 1), realScale()), from, to);
    },
    toggle(point: Point) {
      grabbed = shown;
      element?.style.setProperty("transition", "transform var(--fade)");
      if (shown.scale > 1) show({ scale: 1, x: 0, y: 0 });
      else scaleAbout(realScale(), point, point);
    },
    settle() {
      if (shown.scale < SNAP_SCALE) show({ scale: 1, x: 0, y: 0 });
    },
    reset() {
      element?.style.setProperty("transition", "none");
      show({ scale: 1, x: 0, y: 0 });
    },
  };
}
