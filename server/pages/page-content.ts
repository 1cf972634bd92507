import { CATEGORIES, type Category } from "../../contract/limits.ts";
import type { PageContent } from "../../contract/pages.ts";
import { Slug } from "../../contract/text.ts";
import type { Deps } from "../deps.ts";
import { AppError, albumNotFound, notFound, photoNotFound } from "../errors.ts";
import {
  findNextAlbum,
  getPublicAlbum,
  listPublicAlbums,
  listSelectedAlbums,
} from "../features/albums/public-albums.service.ts";
import { listCategories } from "../features/categories/categories.service.ts";
import { presentShownPhoto } from "../features/photos/photos.present.ts";
import { findPortrait } from "../features/site/site.service.ts";
import type { Keep } from "../library/keep-until-change.ts";

// One composer per page. Both the HTML and the JSON of a page come from here, so they cannot disagree.

export type PageParams = { category?: string; albumSlug?: string; photoId?: string };
export type ComposePage = (deps: Deps, params: PageParams, keep: Keep) => Promise<PageContent>;

export async function composeHome(deps: Deps): Promise<PageContent> {
  return {
    page: "home",
    categories: await listCategories(deps, presentShownPhoto),
    selected: await listSelectedAlbums(deps, presentShownPhoto),
  };
}

export async function composeCategory(deps: Deps, params: PageParams): Promise<PageContent> {
  const category = categoryOf(params);
  return { page: "category", category, albums: await listPublicAlbums(deps, category, presentShownPhoto) };
}

export async function composeAlbum(deps: Deps, params: PageParams, keep: Keep): Promise<PageContent> {
  return { page: "album", ...(await findAlbum(deps, params, keep)), offset: 0, is_whole: true };
}

/** The photo and its neighbours: all that the page shows and links to. */
export async function composePhoto(deps: Deps, params: PageParams, keep: Keep): Promise<PageContent> {
  const { album, photos, next_album } = await findAlbum(deps, params, keep);
  // An id has one spelling: 7 is found, 07 and 7.0 are not.
  const index = photos.findIndex((photo) => String(photo.id) === params.photoId);
  const photo = photos[index];
  if (!photo) throw photoNotFound();
  const offset = Math.max(index - 1, 0);
  const neighbours = photos.slice(offset, index + 2);
  const is_whole = neighbours.length === photos.length;
  return { page: "photo", photo_id: photo.id, album, photos: neighbours, offset, is_whole, next_album };
}

export async function composeContact(deps: Deps): Promise<PageContent> {
  return { page: "contact", portrait: await findPortrait(deps, presentShownPhoto) };
}

/** Rethrows anything that is not a 404. */
export function composeNotFound(error: unknown): PageContent {
  if (!(error instanceof AppError) || error.status !== 404) throw error;
  const isNamed = error.code === "ALBUM_NOT_FOUND" || error.code === "PHOTO_NOT_FOUND";
  return { page: "not-found", message: isNamed ? error.message : "" };
}

/** Read once for the album's page and the pages of its photos. */
async function findAlbum(deps: Deps, params: PageParams, keep: Keep) {
  const category = categoryOf(params);
  const slug = Slug.safeParse(params.albumSlug).data;
  if (slug === undefined) throw albumNotFound();
  const found = await keep(slug, async () => {
    const { album, photos } = await getPublicAlbum(deps, slug, presentShownPhoto);
    return { album, photos, next_album: await findNextAlbum(deps, album, presentShownPhoto) };
  });
  if (found.album.category !== category) throw albumNotFound();
  return found;
}

function categoryOf(params: PageParams): Category {
  const category = CATEGORIES.find((known) => known === params.category);
  if (!category) throw notFound();
  return category;
}
