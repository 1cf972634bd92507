import { useCallback } from "react";
import type { PhotoSet } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { glideOut } from "../photo/shared-photo.ts";
import { useNavigate } from "../router/use-router.ts";
import type { OpenPhoto } from "./Frame.tsx";

/** A click on a frame opens the viewer over the album; one with a key goes to the browser. */
export function useOpenFrame(album: PhotoSet): OpenPhoto {
  const navigate = useNavigate();
  return useCallback(
    (event, photo) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const path = paths.photo(album, photo.id);
      glideOut(event.currentTarget, () => navigate(path, { state: { isFromStrip: true }, flushSync: true }));
    },
    [album, navigate],
  );
}
