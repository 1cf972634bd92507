import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { type DropSpot, spotAt } from "./drop-spot.ts";
import type { Layout } from "./layout.ts";
import type { Line, Mark, Spot } from "./line.ts";

export type AreaName = "prints" | "strip";
/** A scrolling part of the screen with pieces in it. */
export type Area = { scroller: RefObject<HTMLElement | null>; layout: RefObject<Layout | null> };

/** A new pause or text comes from the palette. */
export type Dragged = { mark: Mark; x: number; y: number; area: AreaName | undefined; drop: DropSpot | undefined };

type DragOptions = {
  areas: Record<AreaName, Area>;
  line: Line;
  onDrop: (mark: Mark, spot: Spot) => void;
};

const STARTS_AFTER_PX = 5;
/** With a finger, which otherwise scrolls. */
const HOLD_MS = 220;
const HOLD_PX = 8;
const EDGE_PX = 48;
const SCROLL_PX = 14;

type Press = {
  mark: Mark;
  x: number;
  y: number;
  pointerId: number;
  element: Element;
  listening: AbortController;
  timer?: number;
};

/** Dragging by mouse, pen or finger. A finger picks up what it rests on; a quick one scrolls. */
export function useDrag({ areas, line, onDrop }: DragOptions) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const press = useRef<Press | null>(null);
  const current = useRef<Dragged | null>(null);

  const show = (next: Dragged | null) => {
    current.current = next;
    setDragged(next);
  };
  const moveTo = (mark: Mark, x: number, y: number) => {
    const area = areaAt(areas, x, y);
    show({ mark, x, y, area, drop: area && dropIn(areas[area], line, mark, x, y) });
  };
  const pickUp = () => {
    const pressed = press.current;
    if (!pressed) return;
    clearTimeout(pressed.timer);
    pressed.element.setPointerCapture(pressed.pointerId);
    moveTo(pressed.mark, pressed.x, pressed.y);
  };
  const letGo = () => {
    clearTimeout(press.current?.timer);
    press.current?.listening.abort();
    press.current = null;
    show(null);
  };

  const isDragging = dragged !== null;
  const latest = useRef({ letGo, moveTo, onDrop });
  useEffect(() => {
    latest.current = { letGo, moveTo, onDrop };
  });
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      latest.current.letGo();
    };
    // The page must not scroll under a finger that carries a print.
    const stay = (event: Event) => event.preventDefault();
    document.addEventListener("keydown", cancel);
    document.addEventListener("touchmove", stay, { passive: false });
    document.addEventListener("contextmenu", stay);
    const stopScrolling = scrollAtEdges(areas, current, () => {
      if (current.current) latest.current.moveTo(current.current.mark, current.current.x, current.current.y);
    });
    return () => {
      document.removeEventListener("keydown", cancel);
      document.removeEventListener("touchmove", stay);
      document.removeEventListener("contextmenu", stay);
      stopScrolling();
    };
  }, [isDragging, areas]);

  /** On the whole document: the pointer may leave the button that it was pressed on. */
  function listen(pressed: Press, isTouch: boolean) {
    const { signal } = pressed.listening;
    const onMove = ({ clientX: x, clientY: y, pointerId }: globalThis.PointerEvent) => {
      if (pointerId !== pressed.pointerId) return;
      if (current.current) return latest.current.moveTo(pressed.mark, x, y);
      const away = Math.hypot(x - pressed.x, y - pressed.y);
      if (isTouch && away > HOLD_PX) letGo();
      else if (!isTouch && away > STARTS_AFTER_PX) pickUp();
    };
    const onUp = () => {
      const drop = current.current;
      letGo();
      if (drop?.drop) latest.current.onDrop(drop.mark, drop.drop.spot);
    };
    // A second finger zooms.
    const onOther = ({ pointerId }: globalThis.PointerEvent) => {
      if (pointerId !== pressed.pointerId && !current.current) letGo();
    };
    document.addEventListener("pointerdown", onOther, { signal });
    document.addEventListener("pointermove", onMove, { signal });
    document.addEventListener("pointerup", onUp, { signal });
    document.addEventListener("pointercancel", letGo, { signal });
  }

  return {
    dragged,
    /** For what contains things to drag: an area, or the palette. */
    onPointerDown(event: PointerEvent) {
      const mark = markAt(event.target);
      if (mark === undefined || event.button !== 0 || !event.isPrimary) return;
      const { clientX: x, clientY: y, pointerId, currentTarget: element } = event;
      const isTouch = event.pointerType === "touch";
      const listening = new AbortController();
      press.current = { mark, x, y, pointerId, element, listening };
      if (isTouch) press.current.timer = window.setTimeout(pickUp, HOLD_MS);
      listen(press.current, isTouch);
    },
  };
}

export type StartDrag = ReturnType<typeof useDrag>["onPointerDown"];

/** Of the print, pause or text at this element, or of a new one from the palette. */
export function markAt(target: EventTarget): Mark | undefined {
  const mark = target instanceof Element ? target.closest<HTMLElement>("[data-piece]")?.dataset.piece : undefined;
  if (mark === undefined) return undefined;
  return /^\d+$/.test(mark) ? (Number(mark) as PhotoId) : mark;
}

function areaAt(areas: DragOptions["areas"], x: number, y: number): AreaName | undefined {
  return (["prints", "strip"] as const).find((name) => {
    const box = areas[name].scroller.current?.getBoundingClientRect();
    return box && x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  });
}

function dropIn({ scroller, layout }: Area, line: Line, mark: Mark, x: number, y: number): DropSpot | undefined {
  const element = scroller.current;
  if (!element || !layout.current) return undefined;
  const box = element.getBoundingClientRect();
  const point = { x: x - box.left + element.scrollLeft, y: y - box.top + element.scrollTop };
  return spotAt(layout.current, line, mark, point);
}

/** While something is held near the edge of an area. `onScroll`: what is under it is another spot now. */
function scrollAtEdges(
  areas: DragOptions["areas"],
  dragged: RefObject<Dragged | null>,
  onScroll: () => void,
): () => void {
  let frame = requestAnimationFrame(scroll);
  function scroll() {
    frame = requestAnimationFrame(scroll);
    const { x, y, area } = dragged.current ?? {};
    const element = area && areas[area].scroller.current;
    if (!element || x === undefined || y === undefined) return;
    const box = element.getBoundingClientRect();
    const [left, top] = [element.scrollLeft, element.scrollTop];
    element.scrollLeft += speedAt(x, box.left, box.right);
    element.scrollTop += speedAt(y, box.top, box.bottom);
    if (element.scrollLeft !== left || element.scrollTop !== top) onScroll();
  }
  return () => cancelAnimationFrame(frame);
}

function speedAt(at: number, from: number, to: number): number {
  if (at < from + EDGE_PX) return -SCROLL_PX * (1 - (at - from) / EDGE_PX);
  return at > to - EDGE_PX ? SCROLL_PX * (1 - (to - at) / EDGE_PX) : 0;
}
