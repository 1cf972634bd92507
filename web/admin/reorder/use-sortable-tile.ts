import { useSortable } from "@dnd-kit/sortable";
import type { CSSProperties, MouseEvent } from "react";

/** What makes a tile movable: the frame that makes room for others, and the element that is taken hold of. */
export function useSortableTile(id: number) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } = useSortable({
    id,
  });
  const frameStyle: CSSProperties = {
    // Never scaled: tiles are all of one size.
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
    opacity: isDragging ? 0.35 : undefined,
  };
  return {
    frameRef: setNodeRef,
    frameStyle,
    handleRef: setActivatorNodeRef,
    handleProps: {
      ...listeners,
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
