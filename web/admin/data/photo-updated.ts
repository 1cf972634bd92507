import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";

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
