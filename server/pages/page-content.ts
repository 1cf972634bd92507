import { CATEGORIES, type Category } from "../../contract/limits.ts";
import type { PageContent, ShownPhoto } from "../../contract/pages.ts";
import type { Photo } from "../../contract/photos.ts";
import { Slug } from "../../contract/text.ts";
import type { Deps } from "../deps.ts";
import { AppError, albumNotFound, notFound, photoNotFound } from "../errors.ts";
import { getPublicAlbum, listSelectedAlbums } from "../features/albums/public-albums.service.ts";
import { listCategories, listCategoryAlbums } from "../features/categories/categories.service.ts";
import { findPortrait } from "../features/site/site.service.ts";
import type { Keep } from "../library/keep-until-change.ts";

export type PageParams = { category?: string; albumSlug?: string; photoId?: string };

export async function homeContent(deps: Deps): Promise<PageContent> {
  return { page: "home", categories: await listCategories(deps), selected: await listSelectedAlbums(deps) };
}

export async function categoryContent(deps: Deps, params: PageParams): Promise<PageContent> {
  const category = categoryOf(params);
  return { page: "category", category, albums: await listCategoryAlbums(deps, category) };
}

export async function albumContent(deps: Deps, params: PageParams, keep: Keep): Promise<PageContent> {
  const { album, photos } = await findAlbum(deps, params, keep);
  return { page: "album", album, photos, offset: 0, is_whole: true };
}

/** The photo and its neighbours: what the page shows and links to. */
export async function photoContent(deps: Deps, params: PageParams, keep: Keep): Promise<PageContent> {
  const { album, photos } = await findAlbum(deps, params, keep);
  // The address names a photo in one spelling only: 7 is there, 07 and 7.0 are not.
  const index = photos.findIndex((photo) => String(photo.id) === params.photoId);
  const photo = photos[index];
  if (!photo) throw photoNotFound();
  const offset = Math.max(index - 1, 0);
  const neighbours = photos.slice(offset, index + 2);
  const is_whole = neighbours.length === photos.length;
  return { page: "photo", photo_id: photo.id, album, photos: neighbours, offset, is_whole };
}

export async function contactContent(deps: Deps): Promise<PageContent> {
  return { page: "contact", portrait: await findPortrait(deps) };
}

/** A page that is not there, in the words of whoever looked for it. */
export function notFoundContent(error: unknown): PageContent {
  if (!(error instanceof AppError) || error.status !== 404) throw error;
  const isNamed = error.code === "ALBUM_NOT_FOUND" || error.code === "PHOTO_NOT_FOUND";
  return { page: "not-found", message: isNamed ? error.message : "" };
}

/** Read once for the album's page and those of its photos. */
async function findAlbum(deps: Deps, params: PageParams, keep: Keep) {
  const category = categoryOf(params);
  const slug = Slug.safeParse(params.albumSlug).data;
  if (slug === undefined) throw albumNotFound();
  const found = await keep(slug, async () => {
    const { album, photos } = await getPublicAlbum(deps, slug);
    return { album, photos: photos.map(shownPhoto) };
  });
  if (found.album.category !== category) throw albumNotFound();
  return found;
}

function shownPhoto(photo: Photo): ShownPhoto {
  return {
    id: photo.id,
    internal_id: photo.internal_id,
    title: photo.title,
    caption: photo.caption,
    license: photo.license,
    tags: photo.tags,
    width: photo.width,
    height: photo.height,
    uploaded_on: photo.uploaded_on,
    captured_on: photo.captured_on,
    image_version: photo.image_version,
    placeholder: photo.placeholder,
    exif: photo.exif,
  };
}

function categoryOf(params: PageParams): Category {
  const category = CATEGORIES.find((known) => known === params.category);
  if (!category) throw notFound();
  return category;
}
