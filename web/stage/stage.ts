import type { Photo } from "../../contract/photos.ts";
import { photoZoom } from "./photo-zoom.ts";
import { middleOf, type Point, spreadOf } from "./points.ts";

export type Stage = {
  /** Shows that the first or last photo has been reached. */
  nudge(direction: 1 | -1): void;
  /** Moves the view over a zoomed photo: 1 is one step to the right, or down. */
  pan(x: number, y: number): void;
  toggleZoom(): void;
  detach(): void;
};

export type StagePhoto = Pick<Photo, "id" | "width" | "height">;

/** Read at each gesture, since neighbours become known while one is under way. */
export type StageListener = {
  hasPrevious: boolean;
  hasNext: boolean;
  onMove: (direction: 1 | -1) => void;
  onClose: () => void;
  onZoom: (isZoomed: boolean) => void;
  /** Whether the photo, as it fits the screen now, has more pixels to show. */
  onFit: (canZoom: boolean) => void;
};

const SLIDE_MS = 200;
const NUDGE_PX = 24;
/** The share of the screen that a pan button moves. */
const PAN_SHARE = 0.25;
/** A shorter movement is a tap. */
const TAP_MAX_PX = 8;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 32;
/** A swipe moves on past a quarter of the screen, or when it is faster than this. */
const SWIPE_SHARE = 0.25;
const SWIPE_PX_PER_MS = 0.4;
/** A swipe down closes past this share of the screen's height. */
const CLOSE_SHARE = 0.15;
/** Beyond the first and the last photo, the photo follows the finger this slowly. */
const RESISTANCE = 0.25;
const WHEEL_ZOOM_PX = 200;

/**
 * Touch and mouse gestures on one photo: swipe sideways to move, swipe down to close, pinch, double click or tap to zoom,
 * drag to pan.
 */
export function attachStage(track: HTMLElement, photo: StagePhoto, listener: { current: StageListener }): Stage {
  const zoom = photoZoom(track, photo, (isZoomed) => listener.current.onZoom(isZoomed));
  const fingers = new Map<number, Point>();
  let start = { point: { x: 0, y: 0 }, spread: 0, at: 0 };
  let lastTap = { point: { x: 0, y: 0 }, at: -Infinity };
  let hasPinched = false;
  /** Decided by the first movement, and kept until the finger lifts. */
  let direction: "undecided" | "sideways" | "down" = "undecided";

  const begin = (at: number) => {
    start = { point: middleOf(fingers.values()), spread: spreadOf(fingers.values()), at };
    zoom.grab();
  };

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    track.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) {
      hasPinched = false;
      direction = "undecided";
    }
    begin(event.timeStamp);
  };

  const drag = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const middle = middleOf(fingers.values());
    const x = middle.x - start.point.x;
    const y = middle.y - start.point.y;
    if (fingers.size > 1) {
      hasPinched = true;
      track.style.transform = "";
      zoom.pinch(spreadOf(fingers.values()) / start.spread, start.point, middle);
    } else if (zoom.isZoomed()) zoom.pan(x, y);
    else if (!hasPinched) swipe(x, y, event.pointerType);
  };

  const swipe = (x: number, y: number, pointerType: string) => {
    if (direction === "undecided" && Math.hypot(x, y) > TAP_MAX_PX) {
      direction = pointerType !== "mouse" && y > Math.abs(x) ? "down" : "sideways";
    }
    if (direction === "down") track.style.transform = `translateY(${Math.max(0, y)}px)`;
    if (direction === "sideways") {
      const isFree = x < 0 ? listener.current.hasNext : listener.current.hasPrevious;
      track.style.transform = `translateX(${isFree ? x : x * RESISTANCE}px)`;
    }
  };

  const release = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size > 0) return begin(event.timeStamp);
    const point = { x: event.clientX, y: event.clientY };
    const [x, y] = [point.x - start.point.x, point.y - start.point.y];
    const ms = event.timeStamp - start.at;
    if (hasPinched) return zoom.settle();
    if (Math.hypot(x, y) <= TAP_MAX_PX) return tap(point, event.timeStamp);
    if (zoom.isZoomed()) return;
    if (event.type === "pointercancel") return returnTo("none");
    if (direction === "down") endSwipeDown(y, y / ms);
    else endSwipe(x, x / ms);
  };

  const tap = (point: Point, at: number) => {
    track.style.transform = "";
    const isSecond =
      at - lastTap.at < DOUBLE_TAP_MS &&
      Math.hypot(point.x - lastTap.point.x, point.y - lastTap.point.y) < DOUBLE_TAP_PX;
    lastTap = { point, at: isSecond ? -Infinity : at };
    if (isSecond) zoom.toggle(point);
  };

  const endSwipe = (distance: number, pxPerMs: number) => {
    const step = distance < 0 ? 1 : -1;
    const isFar = Math.abs(distance) > window.innerWidth * SWIPE_SHARE || Math.abs(pxPerMs) > SWIPE_PX_PER_MS;
    if (!isFar || !(step === 1 ? listener.current.hasNext : listener.current.hasPrevious)) return returnTo("none");
    returnTo(`translateX(calc(${-step} * var(--slide-step)))`, () => listener.current.onMove(step));
  };

  const endSwipeDown = (distance: number, pxPerMs: number) => {
    const isFar = distance > window.innerHeight * CLOSE_SHARE || pxPerMs > SWIPE_PX_PER_MS;
    if (isFar) listener.current.onClose();
    else returnTo("none");
  };

  /** Ends a swipe by gliding there. Without `then`, the photo is back in its place. */
  const returnTo = (transform: string, then?: () => void) => {
    const slide = track.animate([{ transform: track.style.transform || "none" }, { transform }], {
      duration: slideMs(),
      easing: "ease-out",
      fill: "forwards",
    });
    slide.finished.then(
      () => {
        if (then) return then();
        track.style.transform = "";
        slide.cancel();
      },
      // Cancelled by another movement.
      () => {},
    );
  };

  const turnWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !zoom.isZoomed()) return;
    event.preventDefault();
    const point = { x: event.clientX, y: event.clientY };
    zoom.grab();
    if (event.ctrlKey) zoom.pinch(Math.exp(-event.deltaY / WHEEL_ZOOM_PX), point, point);
    else zoom.pan(-event.deltaX, -event.deltaY);
  };

  const listening = new AbortController();
  const { signal } = listening;
  track.addEventListener("pointerdown", press, { signal });
  track.addEventListener("pointermove", drag, { signal });
  track.addEventListener("pointerup", release, { signal });
  track.addEventListener("pointercancel", release, { signal });
  track.addEventListener("wheel", turnWheel, { signal, passive: false });
  const resize = () => {
    if (zoom.isZoomed()) zoom.refit();
    listener.current.onFit(zoom.isZoomed() || zoom.canZoom());
  };
  // At once, too: the observer waits for a frame, and the first Tab may come before it.
  resize();
  const resizing = new ResizeObserver(resize);
  resizing.observe(track);

  return {
    nudge(direction) {
      const away = { transform: `translateX(${-direction * NUDGE_PX}px)` };
      track.animate([{ transform: "none" }, away, { transform: "none" }], { duration: slideMs(), easing: "ease-out" });
    },
    pan: (x, y) => zoom.panBy(x * PAN_SHARE, y * PAN_SHARE),
    toggleZoom() {
      const { left, top, width, height } = track.getBoundingClientRect();
      zoom.toggle({ x: left + width / 2, y: top + height / 2 });
    },
    detach() {
      listening.abort();
      resizing.disconnect();
      for (const animation of track.getAnimations()) animation.cancel();
      track.style.transform = "";
      zoom.reset();
    },
  };
}

const slideMs = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SLIDE_MS);
