import { useSortable } from "@dnd-kit/sortable";
import type { CSSProperties } from "react";

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
      "aria-roledescription": "movable",
      "aria-describedby": attributes["aria-describedby"],
    },
  };
}
