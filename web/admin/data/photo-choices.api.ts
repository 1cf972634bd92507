import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listPhotos } from "../../../contract/photos.ts";
import { call } from "../../api/call.ts";
import type { PhotoFilter } from "./library-cache.ts";
import { queryKey } from "./query-key.ts";

/** Fewer than a screen holds would hide some; more take long to load. */
const MAX_CHOICES = 120;

/** Photos to choose from, newest first unless the filter says otherwise. */
export const photoChoicesQuery = (filter: PhotoFilter & { visibility?: 0 | 1 }) => {
  const query = { deleted: "0", limit: MAX_CHOICES, ...filter, q: filter.q?.trim() || undefined } as const;
  return queryOptions({
    queryKey: [...queryKey(listPhotos), "choices", query],
    queryFn: async ({ signal }) => (await call(listPhotos, { query, signal })).photos,
    placeholderData: keepPreviousData,
  });
};
