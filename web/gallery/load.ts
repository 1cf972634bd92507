import { API_PREFIX } from "../../contract/endpoint.ts";
import type { Category } from "../../contract/limits.ts";
import type { AlbumPhotos, PageContent, ShownPhoto } from "../../contract/pages.ts";
import { pageNotFound } from "./not-found/page-not-found.ts";

/** What the screen says when a page's content did not come. */
export class LoadError extends Error {}

type Content<Page extends PageContent["page"]> = Extract<PageContent, { page: Page }>;

export async function loadHome({ signal }: Request): Promise<Content<"home">> {
  const failure = "Failed to load categories";
  const [categories, { data: selected }] = await Promise.all([
    fetchJson<Content<"home">["categories"]>("/categories", failure, signal),
    fetchJson<{ data: Content<"home">["selected"] }>("/selected-albums", failure, signal),
  ]);
  return { page: "home", categories, selected };
}

export async function loadCategory(category: Category, { signal }: Request): Promise<Content<"category">> {
  type Answer = { data: Content<"category">["albums"] };
  const { data } = await fetchJson<Answer>(`/categories/${category}/albums`, "Failed to load albums", signal);
  return { page: "category", category, albums: data };
}

export async function loadAlbum(category: Category, slug: string, { signal }: Request): Promise<AlbumPhotos> {
  const path = `/albums/${encodeURIComponent(slug)}`;
  const { data } = await fetchJson<{ data: Pick<AlbumPhotos, "album" | "photos"> }>(
    path,
    "Failed to load album",
    signal,
  );
  if (data.album.category !== category) throw pageNotFound("Album not found");
  return { ...data, offset: 0, is_whole: true };
}

/** The page's texts are at hand already: without an answer only the portrait is missing. */
export async function loadContact({ signal }: Request): Promise<Content<"contact">> {
  const response = await fetch(`${API_PREFIX}/site`, { signal }).catch(() => null);
  const answer: { portrait: ShownPhoto | null } | undefined = response?.ok ? await response.json() : undefined;
  return { page: "contact", portrait: answer?.portrait ?? null };
}

/** `Answer` is the contract's own type of the endpoint: our server sends nothing else with a 200. */
async function fetchJson<Answer>(path: string, failure: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(API_PREFIX + path, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new LoadError(failure);
  });
  if (response.status === 404) throw pageNotFound("Album not found");
  if (!response.ok) throw new LoadError(failure);
  return response.json();
}
