import { type DragEvent, useState } from "react";
import { useToast } from "../../ui/Toast.tsx";

/** Takes a file dropped on an element. Handles every drop there, so that the page behind takes none. */
export function useDroppedFile(onDrop: ((file: File) => void) | undefined) {
  const toast = useToast();
  const [isOver, setOver] = useState(false);

  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Otherwise the browser would open the file in place of this page.
    event.preventDefault();
    event.stopPropagation();
    if (onDrop) setOver(true);
  };
  const dropProps = {
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      over(event);
      setOver(false);
      const [file, ...others] = event.dataTransfer.files;
      if (!file || !onDrop) return;
      if (others.length > 0) toast({ tone: "error", message: "Drop a single file to replace this photo." });
      else onDrop(file);
    },
  };
  return { isOver, dropProps };
}
