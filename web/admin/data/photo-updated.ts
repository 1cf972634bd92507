import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";

export type PhotoUpdate = {
  action: "updated" | "movedToTrash" | "restored" | "deleted" | "uploaded" | "removedFromAlbum" | "reordered";
  photo_ids: PhotoId[];
  /** Where it is about a single photo. */
  photo?: AdminPhoto;
};

declare global {
  interface WindowEventMap {
    photoUpdated: CustomEvent<PhotoUpdate>;
  }
}

/** Tells the whole page that photos changed. Every list refreshes on it, so no screen needs to know the others. */
export function broadcastPhotoUpdated(update: PhotoUpdate): void {
  window.dispatchEvent(new CustomEvent("photoUpdated", { detail: update }));
}

/** Mutations of photos carry this key, so that only the last of several refreshes what they all changed. */
export const PHOTO_MUTATION = ["photo-mutation"] as const;

export function useRefreshOnPhotoUpdated(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => refreshLists(client);
    window.addEventListener("photoUpdated", refresh);
    return () => window.removeEventListener("photoUpdated", refresh);
  }, [client]);
}

function refreshLists(client: QueryClient): void {
  // An answer read before a later change was written would undo that change on screen.
  if (client.isMutating({ mutationKey: PHOTO_MUTATION }) > 1) return;
  for (const key of ["photo-ids", "albums", "summary", "tags"]) void readAgain(client, key);
}

async function readAgain(client: QueryClient, key: string): Promise<void> {
  // A list that is being read for the first time may have been read before the change: it must not count as the answer.
  await client.cancelQueries({ queryKey: [key] });
  await client.invalidateQueries({ queryKey: [key] });
}
