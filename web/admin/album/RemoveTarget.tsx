import { useDndMonitor, useDroppable } from "@dnd-kit/core";
import { useState } from "react";
import { TrashIcon } from "../../ui/icons.tsx";
import styles from "./RemoveTarget.module.css";

export const REMOVE_TARGET_ID = "remove-from-album";

const NEAR_PX = 260;

/** Spec section 2: in the bottom-right corner, visible while a photo is dragged near it. */
export function RemoveTarget() {
  const { setNodeRef, node, isOver } = useDroppable({ id: REMOVE_TARGET_ID });
  const [isNear, setNear] = useState(false);

  useDndMonitor({
    onDragMove({ activatorEvent, delta }) {
      const start = startOf(activatorEvent);
      const box = node.current?.getBoundingClientRect();
      if (!start || !box) return;
      const x = start.x + delta.x - (box.left + box.width / 2);
      const y = start.y + delta.y - (box.top + box.height / 2);
      setNear(Math.hypot(x, y) < NEAR_PX);
    },
    onDragEnd: () => setNear(false),
    onDragCancel: () => setNear(false),
  });

  return (
    <div ref={setNodeRef} className={styles.target} data-near={isNear} data-over={isOver} aria-hidden={!isNear}>
      <TrashIcon />
      <span>Remove from album</span>
    </div>
  );
}

/** Where the drag began. Null for a keyboard drag, which removes photos another way. */
function startOf(event: Event): { x: number; y: number } | null {
  if (event instanceof MouseEvent) return { x: event.clientX, y: event.clientY };
  const touch = "TouchEvent" in window && event instanceof TouchEvent ? event.touches[0] : undefined;
  return touch ? { x: touch.clientX, y: touch.clientY } : null;
}
