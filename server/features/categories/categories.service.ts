import type { CategoryEntry } from "../../../contract/categories.ts";
import { CATEGORY_NAMES, type Category } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { paths, picturePath } from "../../../contract/paths.ts";
import type { Deps } from "../../deps.ts";
import { photoCategoryOf } from "../../library/albums.ts";
import { type Listing, listPublicAlbums } from "../albums/public-albums.service.ts";
import { firstFeaturedPhoto } from "../photos/photos.service.ts";

type EntryWith<P extends ShownPhoto> = Omit<CategoryEntry, "cover"> & { cover: P | null };

export async function listCategories<P extends ShownPhoto>(
  deps: Deps,
  listing: Listing<P>,
): Promise<Record<Category, EntryWith<P>>> {
  const [urban, portraits, travel] = await Promise.all([
    describe(deps, "urban", listing),
    describe(deps, "portraits", listing),
    describe(deps, "travel", listing),
  ]);
  return { urban, portraits, travel };
}

/** Its cover is its first featured photo, else the cover of its first album that has one. */
async function describe<P extends ShownPhoto>(
  deps: Deps,
  category: Category,
  listing: Listing<P>,
): Promise<EntryWith<P>> {
  const albums = await listPublicAlbums(deps, category, listing);
  const featured = await firstFeaturedPhoto(deps, photoCategoryOf(category), listing.present);
  const cover = featured ?? albums.find((album) => album.cover)?.cover ?? null;
  return {
    name: CATEGORY_NAMES[category],
    count: albums.length,
    url: paths.category(category),
    cover_image: cover && picturePath(cover, "medium", "jpg"),
    cover,
  };
}
