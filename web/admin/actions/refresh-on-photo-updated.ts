import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useToast } from "../../ui/Toast.tsx";
import { refreshLists } from "../data/library-cache.ts";
import type { PhotoUpdate } from "../data/photo-updated.ts";
import { describePhotos } from "./describe-photos.ts";

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
