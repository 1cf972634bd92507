import { z } from "zod";
import { AlbumWithCover } from "./albums.ts";
import { endpoint } from "./endpoint.ts";
import { CATEGORIES } from "./limits.ts";
import { Photo } from "./photos.ts";

export const CategoryEntry = z.object({
  name: z.string(),
  count: z.number(),
  url: z.string(),
  cover_image: z.string().nullable(),
  cover: Photo.nullable(),
});
export type CategoryEntry = z.infer<typeof CategoryEntry>;

/** The one answer without `success`: the bare object keyed by category. */
export const listCategories = endpoint({
  method: "GET",
  path: "/categories",
  summary: "The three categories with their covers",
  response: z.object({ urban: CategoryEntry, portraits: CategoryEntry, travel: CategoryEntry }),
  bare: true,
});

export const listCategoryAlbums = endpoint({
  method: "GET",
  path: "/categories/:category/albums",
  summary: "A category's albums, featured ones first",
  params: z.object({ category: z.enum(CATEGORIES).meta({ entity: "Category" }) }),
  response: z.object({ data: z.array(AlbumWithCover) }),
});
