import { useSortable } from "@dnd-kit/sortable";
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useContext } from "react";
import { CarryContext } from "./keyboard-carry.ts";

/** Makes a tile movable: the frame shifts to make room, the handle is what is dragged. */
export function useSortableTile(id: number | string) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } = useSortable({
    id,
  });
  const carry = useContext(CarryContext);
  const isCarried = carry?.carriedId === id;
  const frameStyle: CSSProperties = {
    // Never scaled: all tiles have the same size.
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
    opacity: isDragging ? 0.35 : undefined,
    ...(isCarried && { zIndex: 1, boxShadow: "0 8px 32px rgb(0 0 0 / 45%)" }),
  };
  return {
    frameRef: setNodeRef,
    frameStyle,
    handleRef: setActivatorNodeRef,
    handleProps: {
      ...listeners,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => carry?.onKeyDown(event, id),
      onBlur: isCarried ? carry.cancel : undefined,
      // Touch and hold starts a drag; the browser's context menu would interrupt it.
      onContextMenu: (event: MouseEvent) => {
        const { nativeEvent } = event;
        if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch") event.preventDefault();
      },
      "aria-roledescription": "movable",
      "aria-describedby": attributes["aria-describedby"],
    },
  };
}
