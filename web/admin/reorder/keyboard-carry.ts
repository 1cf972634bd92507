import { createContext, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { areShortcutsOn } from "../../hooks/shortcut-switch.ts";
import { announce } from "../../ui/Announcer.tsx";
import { describeMove } from "./announcements.ts";
import { movedTo } from "./order.ts";

/** Lifts, and drops. */
const LIFT = "l";

type Options<Id> = {
  ids: readonly Id[];
  titleOf: (id: Id) => string;
  movingWith: (id: Id) => Id[];
  onMove: (ids: Id[], index: number) => void;
};

/** What a tile needs for being moved by keyboard. */
type Carry = {
  carriedId: number | string | null;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, id: number | string) => void;
  cancel: () => void;
};

export const CarryContext = createContext<Carry | null>(null);

/**
 * L lifts, arrows carry, L drops, Escape puts back. Space is for the loupe, but on a button it presses the button, which lifts. The list is rendered in its new order at every step, so
 * nothing has to be measured. dnd-kit's own sensor loses keys that come faster than it renders.
 */
export function useKeyboardCarry<Id extends number | string>({ ids, titleOf, movingWith, onMove }: Options<Id>) {
  const [carried, setCarried] = useState<{ id: Id; moving: Id[]; index: number } | null>(null);
  const tile = useRef<HTMLElement | null>(null);
  // It may have been removed in another window.
  const isCarrying = carried !== null && ids.includes(carried.id);
  const shownIds = isCarrying ? movedTo(ids, carried.moving, carried.index) : ids;

  useLayoutEffect(() => {
    if (carried) tile.current?.scrollIntoView({ block: "nearest" });
  }, [carried]);

  const positionOf = (id: Id, index: number) => ({
    title: titleOf(id),
    others: movingWith(id).length - 1,
    index,
    count: ids.length,
  });

  function pickUp(id: Id, element: HTMLElement) {
    const moving = movingWith(id);
    const before = ids.slice(0, ids.indexOf(id));
    tile.current = element;
    setCarried({ id, moving, index: before.filter((each) => !moving.includes(each)).length });
    announce(describeMove.pickedUp(positionOf(id, ids.indexOf(id))));
  }

  function carryOn(key: string) {
    if (!carried || !tile.current) return;
    const { id, moving } = carried;
    const index = targetIndex(key, carried.index, tile.current);
    if (index !== undefined) {
      const reached = Math.max(0, Math.min(ids.length - moving.length, index));
      setCarried({ ...carried, index: reached });
      announce(describeMove.moved(positionOf(id, reached)));
    } else if ([LIFT, " ", "Enter"].includes(key)) {
      setCarried(null);
      announce(describeMove.dropped(positionOf(id, carried.index)));
      onMove(moving, carried.index);
    } else if (key === "Escape") cancel();
  }

  function cancel() {
    if (!carried) return;
    setCarried(null);
    announce(describeMove.cancelled(positionOf(carried.id, ids.indexOf(carried.id))));
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, ofTile: number | string) => {
    const id = ids.find((each) => each === ofTile);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (id === undefined || !isPlain || event.key === "Tab") return;
    const isLift = event.key === " " ? event.currentTarget.matches("button") : event.key === LIFT && areShortcutsOn();
    if (isCarrying) carryOn(event.key);
    else if (isLift) pickUp(id, event.currentTarget);
    else return;
    // The grid's and the page's own keys are off until it is dropped.
    event.preventDefault();
    event.stopPropagation();
  };

  const carry: Carry = { carriedId: isCarrying ? carried.id : null, onKeyDown, cancel };
  return { shownIds, carry };
}

/** Down from the last full row goes to the end; up from the first row goes nowhere. */
function targetIndex(key: string, index: number, tile: HTMLElement): number | undefined {
  if (key === "ArrowRight") return index + 1;
  if (key === "ArrowLeft") return index - 1;
  const columns = columnsAround(tile);
  if (key === "ArrowDown") return index + columns;
  if (key === "ArrowUp") return index < columns ? index : index - columns;
  return undefined;
}

function columnsAround(tile: HTMLElement): number {
  const grid = tile.closest("[role=listbox], ul");
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(" ").length : 1;
}
