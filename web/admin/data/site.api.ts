import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { UPLOAD_MAX_MB } from "../../../contract/limits.ts";
import { listPhotos } from "../../../contract/photos.ts";
import { getSiteSettings } from "../../../contract/site.ts";
import { call } from "../../api/call.ts";
import { endpointQuery } from "./endpoint-query.ts";
import { queryKey } from "./query-key.ts";

/** Fewer than a screen holds would hide the newest; more take long to load. */
const PORTRAIT_CHOICES = 60;

export const siteQuery = endpointQuery(getSiteSettings, ({ site }) => site);

/** What a fresh site accepts, until the settings are loaded. */
export const uploadMaxMb = (client: QueryClient) =>
  client.getQueryData(siteQuery.queryKey)?.upload_max_mb ?? UPLOAD_MAX_MB;

export const acceptsHeic = (client: QueryClient) => client.getQueryData(siteQuery.queryKey)?.accepts_heic ?? false;

/** A public page as visitors get it. Loaded again after each change of the settings. */
export const pagePreviewQuery = (path: string, savedAt: number) =>
  queryOptions({
    queryKey: ["preview", path, savedAt],
    queryFn: async ({ signal }) => (await fetch(path, { signal })).text(),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Photos that visitors can see, newest first. */
export const portraitChoicesQuery = (q: string) => {
  const query = { deleted: "0", visibility: 0, limit: PORTRAIT_CHOICES, ...(q !== "" && { q }) } as const;
  return queryOptions({
    queryKey: [...queryKey(listPhotos), "portrait", q],
    queryFn: async ({ signal }) => (await call(listPhotos, { query, signal })).photos,
    placeholderData: keepPreviousData,
  });
};
