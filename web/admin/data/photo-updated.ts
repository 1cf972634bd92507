import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { useToast } from "../../ui/Toast.tsx";
import { describePhotos } from "./describe-photos.ts";
import { refreshLists } from "./library-cache.ts";

export type PhotoUpdate = {
  /** `gone`: the server no longer has them, because another window has deleted them permanently. */
  action: "updated" | "movedToTrash" | "restored" | "deleted" | "gone" | "uploaded" | "removedFromAlbum" | "reordered";
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
  const toast = useToast();
  useEffect(() => {
    const refresh = ({ detail: { action, photo_ids } }: CustomEvent<PhotoUpdate>) => {
      refreshLists(client);
      if (action !== "gone") return;
      const were = photo_ids.length === 1 ? "was" : "were";
      const message = `${describePhotos(client, photo_ids)} ${were} permanently deleted in another window`;
      toast({ tone: "error", message });
    };
    window.addEventListener("photoUpdated", refresh);
    return () => window.removeEventListener("photoUpdated", refresh);
  }, [client, toast]);
}
