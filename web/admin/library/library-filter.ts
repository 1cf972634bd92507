import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { PhotoFilter } from "../data/library-cache.ts";

/** The filters that the URL can hold. */
const FILTER_NAMES = [
  "q",
  "category",
  "album",
  "visibility",
  "show",
  "tag",
  "camera",
  "lens",
  "from",
  "to",
  "sort",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Those that are shown only when asked for, or in use. */
export const CAMERA_FILTERS = ["camera", "lens", "from", "to"] as const satisfies readonly FilterName[];

/** Those that hide photos; sorting does not. */
const NARROWING = FILTER_NAMES.filter((name) => name !== "sort");

export const SHOWS = [
  { value: "favorite", label: "Favorites" },
  { value: "featured", label: "Featured" },
  { value: "quick_collection", label: "Quick collection" },
  { value: "unassigned", label: "In no album" },
  { value: "untitled", label: "Untitled" },
  { value: "no_caption", label: "No caption" },
  { value: "needs_alt", label: "Needs a description" },
  { value: "duplicates", label: "Duplicates" },
] as const;

/** The library's filters live in the URL, so a reload, a bookmark and the back button keep them. */
export function useLibraryFilter() {
  const [params, setParams] = useSearchParams();
  const chosen = (name: FilterName) => read(params, name);
  const search = FILTER_NAMES.map((name) => `${name}=${chosen(name)}`).join("&");

  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` contains exactly what is read from the parameters
  const filter = useMemo(() => libraryFilter(params), [search]);

  const change = (edit: (params: URLSearchParams) => void) => {
    // Several changes can come before React shows the first one; the URL already has them.
    const after = new URLSearchParams(window.location.search);
    edit(after);
    setParams(after, { replace: true });
  };
  const choose = (name: FilterName, value: string) =>
    change((after) => (value === "" ? after.delete(name) : after.set(name, value)));
  const clear = () =>
    change((after) => {
      for (const name of NARROWING) after.delete(name);
    });

  return { filter, chosen, choose, clear, isNarrowed: NARROWING.some((name) => chosen(name) !== "") };
}

const read = (params: URLSearchParams, name: FilterName) => params.get(name) ?? "";

export function libraryFilter(params: URLSearchParams): PhotoFilter {
  const show = read(params, "show");
  const filter: Record<string, string> = { deleted: "0" };
  for (const name of FILTER_NAMES) {
    const value = read(params, name);
    if (value !== "" && name !== "show") filter[name] = value;
  }
  if (SHOWS.some(({ value }) => value === show)) filter[show] = "1";
  // A typed URL may contain anything: the server checks it and responds with 422 and a message.
  return filter as PhotoFilter;
}
