import type { QueryClient } from "@tanstack/react-query";
import type { PhotoId } from "../../../contract/photos.ts";
import { knownPhoto } from "../data/library-cache.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { photoName } from "../data/photo-name.ts";

/** What a message calls these photos: one by its name, several by their number. */
export function describePhotos(client: QueryClient, ids: readonly PhotoId[]): string {
  const [id] = ids;
  const photo = ids.length === 1 && id !== undefined ? knownPhoto(client, id) : undefined;
  return photo ? photoName(photo) : countPhotos(ids.length);
}
