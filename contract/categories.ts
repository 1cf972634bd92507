import { z } from "zod";
import { AlbumWithCover } from "./albums.ts";
import { endpoint } from "./endpoint.ts";
import { CATEGORY_DESCRIPTION_MAX_CHARS, CATEGORY_NAME_MAX_CHARS } from "./limits.ts";
import { Photo, PhotoId } from "./photos.ts";
import { newSlug, requiredText, slugInPath, storableText } from "./text.ts";

/** A key in a URL. One that cannot exist is a category not found. */
const CategoryKey = slugInPath.meta({ entity: "Category" });

export const CategoryEntry = z.object({
  name: z.string(),
  description: z.string(),
  count: z.number(),
  url: z.string(),
  cover_image: z.string().nullable(),
  cover: Photo.nullable(),
  /** Its place, from 0: programs in JavaScript read keys such as `2024` before all others. */
  position: z.number(),
});
export type CategoryEntry = z.infer<typeof CategoryEntry>;

/** The one response without `success`: the bare object keyed by category. */
export const listCategories = endpoint({
  method: "GET",
  path: "/categories",
  summary: "The visible categories with their covers, in the owner's order",
  response: z.record(z.string(), CategoryEntry),
  bare: true,
});

export const listCategoryAlbums = endpoint({
  method: "GET",
  path: "/categories/:category/albums",
  summary: "A category's albums, featured ones first",
  params: z.object({ category: CategoryKey }),
  response: z.object({ data: z.array(AlbumWithCover) }),
});

export const AdminCategory = z.object({
  /** Stays when the key changes. */
  id: z.number(),
  /** The first part of its pages' URLs. */
  key: z.string(),
  name: z.string(),
  url: z.string(),
  /** Visitors do not see it. */
  hidden: z.boolean(),
  description: z.string(),
  /** The owner's choice, unless that photo has been deleted. Null: its first featured photo, else its first album's cover. */
  cover_photo_id: PhotoId.nullable(),
  position: z.number(),
  album_count: z.number(),
  /** Without those in the trash. */
  photo_count: z.number(),
  /** Its URLs until now, oldest first: they lead to it, also in the admin area. */
  former_keys: z.array(z.string()),
});
export type AdminCategory = z.infer<typeof AdminCategory>;

const name = requiredText(CATEGORY_NAME_MAX_CHARS, "Enter a name");
const key = newSlug("Enter an address");
const params = z.object({ key: CategoryKey });

export const listAdminCategories = endpoint({
  method: "GET",
  path: "/admin/categories",
  scope: "read",
  summary: "Every category, in the owner's order",
  response: z.object({ categories: z.array(AdminCategory) }),
});

export const createCategory = endpoint({
  method: "POST",
  path: "/admin/categories",
  summary: "Add a category; its key is made from the name unless given",
  body: z.object({ name, key: key.optional() }),
  response: z.object({ category: AdminCategory }),
  status: 201,
});

export const updateCategory = endpoint({
  method: "PUT",
  path: "/admin/categories/:key",
  summary: "Change a category; after a new key, the old URLs of its pages redirect",
  params,
  body: z
    .object({
      name,
      key,
      hidden: z.boolean(),
      description: storableText(CATEGORY_DESCRIPTION_MAX_CHARS),
      cover_photo_id: PhotoId.nullable(),
    })
    .partial(),
  response: z.object({ category: AdminCategory }),
});

export const reorderCategories = endpoint({
  method: "PUT",
  path: "/admin/categories/reorder",
  summary: "Set the order of the categories; must name each exactly once",
  body: z.object({ keys: z.array(z.string()).max(10_000) }),
  response: z.object({ categories: z.array(AdminCategory) }),
});

export const deleteCategory = endpoint({
  method: "DELETE",
  path: "/admin/categories/:key",
  summary: "Delete an empty category, but not the last one",
  params,
  response: z.object({ message: z.string() }),
});
