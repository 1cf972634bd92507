import { useEffect, useEffectEvent, useState } from "react";
import { type ChosenFiles, droppedFiles } from "./dropped-files.ts";

/** Accepts files dropped anywhere on the page. True while files are dragged over it. */
export function useFileDrop(acceptsHeic: boolean, onDrop: (chosen: ChosenFiles) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(async (dropped: DataTransfer) => onDrop(await droppedFiles(dropped, acceptsHeic)));

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

    const over = (event: DragEvent) => {
      if (!isFiles(event)) return;
      // Otherwise the browser would open the file in place of this page.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!isFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setOver(false);
      void take(event.dataTransfer);
    };

    window.addEventListener("dragenter", over, { signal });
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, []);

  return isOver;
}
