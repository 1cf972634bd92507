import { useEffect, useEffectEvent, useState } from "react";
import { type ChosenFiles, droppedFiles } from "./dropped-files.ts";

type FileDrop<Place> = {
  acceptsHeic: boolean;
  /** What is at this point of the window; the same object as long as it is the same. */
  placeAt: (x: number, y: number) => Place;
  onDrop: (chosen: ChosenFiles, place: Place) => void;
};

/** Accepts files dropped anywhere on the page. The place that they are dragged over, or null. */
export function useFileDrop<Place extends object>({ acceptsHeic, placeAt, onDrop }: FileDrop<Place>): Place | null {
  const [over, setOver] = useState<Place | null>(null);
  const findPlace = useEffectEvent(({ clientX, clientY }: DragEvent) => placeAt(clientX, clientY));
  const take = useEffectEvent(async (dropped: DataTransfer, place: Place) =>
    onDrop(await droppedFiles(dropped, acceptsHeic), place),
  );

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

    const enter = (event: DragEvent) => {
      if (!isFiles(event)) return;
      // Otherwise the browser would open the file in place of this page.
      event.preventDefault();
      setOver(findPlace(event));
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(null);
    };
    const drop = (event: DragEvent) => {
      if (!isFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setOver(null);
      void take(event.dataTransfer, findPlace(event));
    };

    window.addEventListener("dragenter", enter, { signal });
    window.addEventListener("dragover", enter, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, []);

  return over;
}
