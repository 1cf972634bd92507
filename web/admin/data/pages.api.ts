import { queryOptions } from "@tanstack/react-query";
import { paths } from "../../../contract/paths.ts";
import {
  getWrittenPage,
  getWrittenPageVersion,
  listWrittenPages,
  listWrittenPageVersions,
  type PageId,
  type WrittenPageInList,
} from "../../../contract/written-pages.ts";
import { call } from "../../api/call.ts";
import { endpointQuery } from "./endpoint-query.ts";
import { queryKey } from "./query-key.ts";

export const pagesQuery = endpointQuery(listWrittenPages, ({ pages }) => pages);

export const pageQuery = (id: PageId) =>
  queryOptions({
    queryKey: queryKey(getWrittenPage, { params: { id } }),
    queryFn: async ({ signal }) => (await call(getWrittenPage, { params: { id }, signal })).page,
    // What is typed belongs to the page as it was opened. A save brings the next state.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const pageVersionsQuery = (id: PageId) =>
  queryOptions({
    queryKey: queryKey(listWrittenPageVersions, { params: { id } }),
    queryFn: async ({ signal }) => (await call(listWrittenPageVersions, { params: { id }, signal })).versions,
    gcTime: 0,
  });

export const pageVersionQuery = (id: PageId, version: number) =>
  queryOptions({
    queryKey: queryKey(getWrittenPageVersion, { params: { id, version } }),
    queryFn: async ({ signal }) => (await call(getWrittenPageVersion, { params: { id, version }, signal })).version,
  });

/** A public page, whose frame is around the page that is edited. */
export const pageShellQuery = queryOptions({
  queryKey: ["page-shell"],
  queryFn: async ({ signal }) => (await fetch(paths.contact, { signal })).text(),
  staleTime: 60_000,
});

/** As the server has it now, beside the one that is edited. */
export const latestPageQuery = (id: PageId) =>
  queryOptions({
    queryKey: ["latest-page", id],
    queryFn: async ({ signal }) => (await call(getWrittenPage, { params: { id }, signal })).page,
    gcTime: 0,
  });

export function pageStatus({ status, published_on }: Pick<WrittenPageInList, "status" | "published_on">): string {
  if (status === "draft") return "Draft";
  return published_on !== null && published_on > new Date().toISOString() ? "Will be published" : "Public";
}
