import type { AlbumWithCover } from "../../../contract/albums.ts";
import type { CategoryEntry } from "../../../contract/categories.ts";
import { CATEGORY_NAMES, type Category } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { photoCategoryOf } from "../../library/albums.ts";
import { listPublicAlbums } from "../albums/public-albums.service.ts";
import { firstFeaturedPhoto } from "../photos/photos.service.ts";

export async function listCategories(deps: Deps): Promise<Record<Category, CategoryEntry>> {
  const [urban, portraits, travel] = await Promise.all([
    describe(deps, "urban"),
    describe(deps, "portraits"),
    describe(deps, "travel"),
  ]);
  return { urban, portraits, travel };
}

export const listCategoryAlbums = (deps: Deps, category: Category): Promise<AlbumWithCover[]> =>
  listPublicAlbums(deps, category);

/** Its cover is its first featured photo, else the cover of its first album that has one. */
async function describe(deps: Deps, category: Category): Promise<CategoryEntry> {
  const albums = await listPublicAlbums(deps, category);
  const featured = await firstFeaturedPhoto(deps, photoCategoryOf(category));
  const cover = featured ?? albums.find((album) => album.cover)?.cover ?? null;
  return {
    name: CATEGORY_NAMES[category],
    count: albums.length,
    url: `/${category}`,
    cover_image: cover?.image_urls.medium ?? null,
    cover,
  };
}
