import { useEffect, useSyncExternalStore } from "react";
import type { AlbumId } from "../../../contract/album-id.ts";
import { createListeners } from "../../hooks/listeners.ts";

/** The album of the sidebar that photos are dragged over. Alt or Ctrl adds them to it; otherwise they move there. */
export type AlbumDrop = { albumId: AlbumId; mode: "move" | "add" };

/** On the links of the sidebar. */
export const DROP_ATTRIBUTE = "data-album-drop";

const EDGE_PX = 36;
const SCROLL_PX = 14;

let aim: AlbumDrop | null = null;
const { notify, subscribe } = createListeners();

export const currentAlbumDrop = () => aim;

export function useAlbumDrop(): AlbumDrop | null {
  return useSyncExternalStore(subscribe, currentAlbumDrop);
}

function setAim(next: AlbumDrop | null): void {
  if (next?.albumId === aim?.albumId && next?.mode === aim?.mode) return;
  aim = next;
  notify();
}

type Point = { x: number; y: number };

/** Follows the pointer while photos are dragged. Read `currentAlbumDrop` before the drag ends: it is null afterwards. */
export function useAlbumAim(isDragging: boolean): void {
  useEffect(() => {
    if (!isDragging) return;
    let point: Point | null = null;
    const follow = (at: Point, isAdding: boolean) => {
      point = at;
      scrollNearEdge(at);
      aimAt(at, isAdding);
    };
    const onPointer = (event: PointerEvent) => follow({ x: event.clientX, y: event.clientY }, isCopying(event));
    const onTouch = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (touch) follow({ x: touch.clientX, y: touch.clientY }, false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (point) aimAt(point, isCopying(event));
    };
    window.addEventListener("pointermove", onPointer);
    window.addEventListener("touchmove", onTouch);
    window.addEventListener("keydown", onKey);
    window.addEventListener("keyup", onKey);
    return () => {
      window.removeEventListener("pointermove", onPointer);
      window.removeEventListener("touchmove", onTouch);
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("keyup", onKey);
      setAim(null);
    };
  }, [isDragging]);
}

const isCopying = ({ altKey, ctrlKey }: { altKey: boolean; ctrlKey: boolean }) => altKey || ctrlKey;

function aimAt({ x, y }: Point, isAdding: boolean): void {
  const links = document.elementsFromPoint(x, y).flatMap((found) => found.closest(`[${DROP_ATTRIBUTE}]`) ?? []);
  const id = Number(links[0]?.getAttribute(DROP_ATTRIBUTE));
  // The sidebar writes the ids of albums.
  setAim(id > 0 ? { albumId: id as AlbumId, mode: isAdding ? "add" : "move" } : null);
}

/** A long list of albums moves on under a pointer at its upper or lower edge. */
function scrollNearEdge({ x, y }: Point): void {
  const isScrolled = (found: Element) =>
    found.matches("nav, [data-album-list]") && found.scrollHeight > found.clientHeight;
  const list = document.elementsFromPoint(x, y).find(isScrolled);
  const box = list?.getBoundingClientRect();
  if (!list || !box) return;
  if (y < box.top + EDGE_PX) list.scrollTop -= SCROLL_PX;
  if (y > box.bottom - EDGE_PX) list.scrollTop += SCROLL_PX;
}
