import { unpackContent } from "../../../contract/page-json.ts";
import type { PageContent } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { needsOtherProgram } from "./program-pages.ts";

/** Its message is the heading of the failed page. */
export class LoadError extends Error {}

/** The part of a URL that has content: the viewer is shown over its album and needs the whole of it. */
export const pageOf = (pathname: string) => pathname.replace(/\/photo\/[^/]*$/, "");

/** Fetches what the server composed for this page. Rejects only when aborted. */
export async function loadContent(pathname: string, signal?: AbortSignal): Promise<PageContent | LoadError> {
  const page = pageOf(pathname);
  const response = await fetch(paths.content(page), { signal: signal ?? null }).catch(() => null);
  // A proxy may respond with HTML.
  const content = await response?.json().catch(() => null);
  signal?.throwIfAborted();
  if (content?.page) {
    return showable(unpackContent(content), pathname);
  }
  // The site has no such URL, so this is the response of the API.
  if (response?.status === 404 && content) return { page: "not-found", message: "", linked_photos: [] };
  // The page's texts are already in the browser, so a failure only costs the portrait.
  if (page === paths.contact) return showable({ page: "contact", portrait: null, form: null }, pathname);
  return new LoadError(failureOf(page));
}

function showable(content: PageContent, pathname: string): PageContent | Promise<never> {
  if (!needsOtherProgram(content)) return content;
  window.location.assign(pathname);
  // Until the browser has left this page.
  return new Promise(() => {});
}

function failureOf(page: string): string {
  const [category, album] = page.split("/").slice(1);
  if (category === "journal") return album ? "Failed to load entry" : "Failed to load journal";
  if (category === "_tag") return "Failed to load photos";
  if (album) return "Failed to load album";
  return category ? "Failed to load albums" : "Failed to load categories";
}
