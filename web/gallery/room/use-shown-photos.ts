import { useEffect, useState } from "react";
import type { RoomContent, RoomShow, RoomView } from "../../../contract/pages.ts";

/** How this visitor wants to see rooms. */
const VIEW_KEY = "room-view";

export type ShownPhotos = {
  view: RoomView;
  show: RoomShow;
  setView(view: RoomView): void;
  setShow(show: RoomShow): void;
};

export function useShownPhotos(content: RoomContent): ShownPhotos {
  const [view, setView] = useState(content.view);
  const [show, setShow] = useState(content.show);
  useEffect(() => {
    const chosen = readView();
    if (chosen) setView(chosen);
  }, []);
  return {
    view,
    show: view === "grid" ? show : "all",
    setView(next) {
      setView(next);
      writeView(next);
    },
    setShow,
  };
}

// Some browsers have no storage, or forbid it.
function readView(): RoomView | undefined {
  try {
    const view = localStorage.getItem(VIEW_KEY);
    return view === "grid" || view === "strip" ? view : undefined;
  } catch {
    return undefined;
  }
}

function writeView(view: RoomView): void {
  try {
    localStorage.setItem(VIEW_KEY, view);
  } catch {}
}
