import { useCallback, useLayoutEffect, useRef } from "react";
import type { PhotoSet, ShownPhoto } from "../../../contract/pages.ts";
import { useLocation, useNavigate } from "../router/use-router.ts";
import { glideBack } from "./shared-photo.ts";

/** Goes back to the strip's history entry, or to the album's page for a visitor who opened the photo directly. */
export function useClose(album: PhotoSet, photo: ShownPhoto): () => void {
  const navigate = useNavigate();
  const { isFromStrip } = useLocation().state;
  const reportClosed = useRef(() => {});
  useLayoutEffect(() => () => reportClosed.current(), []);

  return useCallback(() => {
    const leave = () =>
      new Promise<void>((resolve) => {
        reportClosed.current = resolve;
        if (isFromStrip) history.back();
        else navigate(album.url, { replace: true });
      });
    glideBack(leave, () => document.querySelector<HTMLElement>(`[data-photo="${photo.id}"] a`));
  }, [album, photo, isFromStrip, navigate]);
}
