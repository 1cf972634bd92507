import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { refreshLists } from "./library-cache.ts";

export type PhotoUpdate = {
  action: "updated" | "movedToTrash" | "restored" | "deleted" | "uploaded" | "removedFromAlbum" | "reordered";
  photo_ids: PhotoId[];
  /** Present when the change concerns a single photo. */
  photo?: AdminPhoto;
};

declare global {
  interface WindowEventMap {
    photoUpdated: CustomEvent<PhotoUpdate>;
  }
}

/** Announces a change to the whole page. Every list reloads on it, so screens do not need to know each other. */
export function broadcastPhotoUpdated(update: PhotoUpdate): void {
  window.dispatchEvent(new CustomEvent("photoUpdated", { detail: update }));
}

export function useRefreshOnPhotoUpdated(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => refreshLists(client);
    window.addEventListener("photoUpdated", refresh);
    return () => window.removeEventListener("photoUpdated", refresh);
  }, [client]);
}
