import { useSortable } from "@dnd-kit/sortable";
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useContext } from "react";
import { CarryContext } from "./keyboard-carry.ts";

/** What makes a tile movable: the frame that makes room for others, and the element that is taken hold of. */
export function useSortableTile(id: number) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } = useSortable({
    id,
  });
  const carry = useContext(CarryContext);
  const isCarried = carry?.carriedId === id;
  const frameStyle: CSSProperties = {
    // Never scaled: tiles are all of one size.
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
      onBlur: isCarried ? carry.putBack : undefined,
      // A held finger takes hold of the tile; the browser's menu for links and pictures would end that.
      onContextMenu: (event: MouseEvent) => {
        const { nativeEvent } = event;
        if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch") event.preventDefault();
      },
      "aria-roledescription": "movable",
      "aria-describedby": attributes["aria-describedby"],
    },
  };
}
