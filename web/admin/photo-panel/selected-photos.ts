import { useQueries } from "@tanstack/react-query";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { photoQuery } from "../data/photos.api.ts";

/** Loads at most one page of the selected photos: selecting thousands must stay fast. */
export function useSelectedPhotos(ids: PhotoId[]) {
  return useQueries({
    queries: ids.slice(0, PAGE_MAX_PHOTOS).map(photoQuery),
    combine: (results) => ({
      photos: results.map((result) => result.data).filter((photo) => photo !== undefined),
      error: results.find((result) => result.error)?.error,
      retry: () => {
        for (const result of results) if (result.error) void result.refetch();
      },
    }),
  });
}
