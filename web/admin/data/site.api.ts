import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { UPLOAD_MAX_MB } from "../../../contract/limits.ts";
import { getSiteSettings } from "../../../contract/site.ts";
import { endpointQuery } from "./endpoint-query.ts";

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
