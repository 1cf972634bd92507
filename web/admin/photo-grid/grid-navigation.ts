import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { indexAfter } from "./grid-keys.ts";
import type { Selection } from "./selection.ts";

type Grid = {
  ids: readonly PhotoId[];
  selection: Selection;
  /** The element with the listbox role; its tiles carry `data-photo-id`. */
  container: RefObject<HTMLElement | null>;
  /** The number of tiles in a row. */
  columns: () => number;
  rowsPerPage?: () => number;
  /** Scrolls to a tile that may not be rendered yet. */
  reveal?: (index: number) => void;
};

/** Selects by mouse and keyboard, with the usual modifier keys, and opens the loupe. */
export function useGridNavigation({ ids, selection, container, columns, rowsPerPage, reveal }: Grid) {
  const isFocusDue = useRef(false);
  const hasFocus = useRef(false);

  useEffect(() => {
    // A trashed photo takes the focus with it; give it to the one in its place.
    const isFocusLost = hasFocus.current && document.activeElement === document.body;
    if (!(isFocusDue.current || isFocusLost) || selection.current === null) return;
    isFocusDue.current = false;
    container.current?.querySelector<HTMLElement>(`[data-photo-id="${selection.current}"]`)?.focus();
  });

  const goTo = (index: number, event: KeyboardEvent) => {
    const id = ids[index];
    if (id === undefined) return;
    reveal?.(index);
    isFocusDue.current = true;
    if (event.shiftKey) selection.extendTo(id);
    else if (event.ctrlKey || event.metaKey) selection.moveTo(id);
    else selection.selectOnly(id);
  };

  const isOpening = (key: string) => key === "Enter" || key === " ";
  const onKeyDown = (event: KeyboardEvent) => {
    const at = selection.current === null ? -1 : ids.indexOf(selection.current);
    const grid = { at, count: ids.length, columns: columns(), rowsPerPage: rowsPerPage?.() ?? 3 };
    const target = indexAfter(event.key, grid);
    const isCommand = event.ctrlKey || event.metaKey;

    if (target !== undefined && !event.altKey) goTo(target, event);
    else if (event.key === "a" && isCommand) selection.selectAll();
    else if (event.key === "Escape" && selection.selectedIds.length > 0) selection.clear();
    else if (event.key === " " && isCommand && selection.current !== null) selection.toggle(selection.current);
    else if (isOpening(event.key) && selection.current !== null) selection.view(selection.current);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent) => {
    const id = photoIdAt(event.target, ids);
    if (id === undefined) return;
    const isAdding = event.ctrlKey || event.metaKey || isOnCheck(event.target);
    if (event.shiftKey) selection.extendTo(id);
    else if (isAdding) selection.toggle(id);
    else selection.selectOnly(id);
  };

  const onDoubleClick = (event: MouseEvent) => {
    const id = photoIdAt(event.target, ids);
    if (id !== undefined && !isOnCheck(event.target)) selection.view(id);
  };

  /** Tab enters the grid where the keyboard last was. */
  const tabStop = selection.current ?? ids[0];
  const onBlur = () => {
    hasFocus.current = false;
  };
  const onFocus = (event: { target: EventTarget }) => {
    hasFocus.current = true;
    const id = photoIdAt(event.target, ids);
    if (id !== undefined && selection.current === null) selection.moveTo(id);
  };

  return { listProps: { onKeyDown, onClick, onDoubleClick, onFocus, onBlur }, tabStop };
}

const isOnCheck = (target: EventTarget) =>
  target instanceof Element && target.closest("[data-toggle-selection]") !== null;

function photoIdAt(target: EventTarget, ids: readonly PhotoId[]): PhotoId | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>("[data-photo-id]") : null;
  return tile ? ids.find((id) => String(id) === tile.dataset.photoId) : undefined;
}
