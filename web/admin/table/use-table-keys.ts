import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { areShortcutsOn } from "../../hooks/shortcut-switch.ts";
import { type Layout, pieceInRow } from "./layout.ts";
import type { TableActions } from "./table-actions.ts";
import type { Area, AreaName } from "./use-drag.ts";
import { type Zoom, zoomIn, zoomOut } from "./use-zoom.ts";

type KeyOptions = {
  actions: TableActions;
  areas: Record<AreaName, Area>;
  zooms: Record<AreaName, Zoom>;
  onEdit: (key: string) => void;
  onMoveTo: () => void;
};

/** For what is around both areas. The keys work while the focus is in one of them. */
export function useTableKeys({ actions, areas, zooms, onEdit, onMoveTo }: KeyOptions) {
  useUndoKeys(actions);
  return (event: KeyboardEvent) => {
    const area = areaOf(event.target);
    if (!area || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const action = arrowAction(event, actions, areas[area].layout) ?? letterAction(event.key, zooms[area]);
    if (!action) return;
    event.preventDefault();
    action();
  };

  function letterAction(key: string, zoom: Zoom): (() => void) | undefined {
    const { piece } = actions.now();
    if (key === "Enter") return () => (piece?.kind === "text" ? onEdit(piece.key) : actions.switchWidth());
    if (key === "Delete" || key === "Backspace") return actions.remove;
    if (!areShortcutsOn()) return undefined;
    const letters: Record<string, () => void> = {
      p: actions.pair,
      s: actions.split,
      t: () => onEdit(actions.add("text")),
      " ": () => actions.add("pause"),
      m: onMoveTo,
      "+": () => zoomIn(zoom),
      "=": () => zoomIn(zoom),
      "-": () => zoomOut(zoom),
    };
    return letters[key.toLowerCase()];
  }
}

/** Arrows walk along the pieces; with Shift they move the one in hand. */
function arrowAction(
  { key, shiftKey }: KeyboardEvent,
  actions: TableActions,
  layout: RefObject<Layout | null>,
): (() => void) | undefined {
  const { index, line } = actions.now();
  const row = (by: 1 | -1) => (layout.current ? pieceInRow(layout.current, index, by) : index);
  const targets: Record<string, () => number> = {
    ArrowLeft: () => index - 1,
    ArrowRight: () => index + 1,
    ArrowUp: () => row(-1),
    ArrowDown: () => row(1),
    Home: () => 0,
    End: () => line.length - 1,
  };
  const target = targets[key];
  return target && (() => (shiftKey ? actions.moveTo(target()) : actions.walkTo(target())));
}

const areaOf = (target: EventTarget): AreaName | undefined =>
  target instanceof HTMLElement ? (target.dataset.tableKeys as AreaName | undefined) : undefined;

/** Before the undo of the whole admin area, as long as there is something to undo on the table. */
function useUndoKeys(actions: TableActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if ((!event.ctrlKey && !event.metaKey) || event.altKey || event.defaultPrevented) return;
      const isTyping = event.target instanceof Element && event.target.matches("textarea, input:not([type=range])");
      if (isTyping || document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      const isRedo = key === "y" || (key === "z" && event.shiftKey);
      if (key !== "z" && key !== "y") return;
      const { past, future } = latest.current.history();
      if ((isRedo ? future : past).length === 0) return;
      event.preventDefault();
      if (isRedo) latest.current.redo();
      else latest.current.undo();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
