import type { LoaderFunctionArgs } from "react-router";
import type { PageContent } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { pageNotFound } from "./page-not-found.ts";

/** Its message is the heading of the failed page. */
export class LoadError extends Error {}

/** Fetches what the server composed for this page. */
export async function loadPage({ request }: LoaderFunctionArgs, failure: string): Promise<PageContent> {
  const { signal, url } = request;
  // The viewer is shown over its album and needs the whole of it.
  const path = new URL(url).pathname.replace(/\/photo\/[^/]*$/, "");
  const response = await fetch(paths.content(path), { signal }).catch(() => null);
  // A proxy may answer with HTML.
  const content = await response?.json().catch(() => null);
  signal.throwIfAborted();
  if (response?.status === 404 && content) throw pageNotFound(content.message);
  if (!response?.ok || !content) throw new LoadError(failure);
  return content;
}

/** The page's texts are already in the browser, so a failure only costs the portrait. */
export const loadContact = (args: LoaderFunctionArgs): Promise<PageContent> =>
  loadPage(args, "").catch(() => ({ page: "contact", portrait: null }));
