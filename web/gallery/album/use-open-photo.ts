import { useRef } from "react";
import { useLocation } from "../router/use-router.ts";

/** Which photo the URL opens over the strip, and what the strip has to know about it. */
export function useOpenPhoto() {
  const photoParam = /\/photo\/([^/]*)$/.exec(useLocation().pathname)?.[1];
  const photoId = photoParam === undefined ? null : Number(photoParam);
  // A visitor who opened a photo directly does not need the strip until the viewer closes.
  const wasStripSeen = useRef(false);
  wasStripSeen.current ||= photoId === null;
  const viewedPhotoId = useRef(photoId);
  if (photoId !== null) viewedPhotoId.current = photoId;
  return { photoId, wasStripSeen: wasStripSeen.current, viewedPhotoId: viewedPhotoId.current };
}
