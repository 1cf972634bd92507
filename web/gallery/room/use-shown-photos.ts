import { useState } from "react";
import { ROOM_VIEW_COOKIE } from "../../../contract/limits.ts";
import type { RoomContent, RoomShow, RoomView } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";

const YEAR_S = 365 * 24 * 60 * 60;

export type ShownPhotos = {
  view: RoomView;
  show: RoomShow;
  setView(view: RoomView): void;
  setShow(show: RoomShow): void;
};

export function useShownPhotos(content: RoomContent): ShownPhotos {
  const [view, setView] = useState(content.view);
  const [show, setShow] = useState(content.show);
  return {
    view,
    show: view === "grid" ? show : "all",
    setView(next) {
      setView(next);
      // How this visitor wants to see rooms. A cookie, so that the next page is rendered like this and nothing moves.
      // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser, nor without TLS
      document.cookie = `${ROOM_VIEW_COOKIE}=${next}; Path=${paths.room("")}; Max-Age=${YEAR_S}; SameSite=Lax`;
    },
    setShow,
  };
}
