import { z } from "zod";
import { AlbumId } from "./album-id.ts";
import { endpoint } from "./endpoint.ts";
import { ALBUM_LAYOUTS, ALBUM_STATUSES, BULK_MAX_PHOTOS, TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "./limits.ts";
import { AdminPhoto, Photo, PhotoId } from "./photos.ts";
import { Panel } from "./sequences.ts";
import { Moment, newSlug, requiredText, Slug, storableText } from "./text.ts";

/** A category's key. The server knows which exist. */
const Category = z.string().max(300);

export const Album = z.object({
  id: AlbumId,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: Category,
  url: z.string(),
  cover_image: z.string().nullable(),
  photo_count: z.number(),
  featured: z.boolean(),
  layout: z.enum(ALBUM_LAYOUTS),
});
export type Album = z.infer<typeof Album>;

/** Includes what the album grid needs to show a cover without a layout shift. */
export const AlbumWithCover = Album.extend({ cover: Photo.nullable() });
export type AlbumWithCover = z.infer<typeof AlbumWithCover>;

const slug = z.object({ slug: Slug });

export const listSelectedAlbums = endpoint({
  method: "GET",
  path: "/selected-albums",
  summary: "The featured albums of all categories, in their order",
  response: z.object({ data: z.array(AlbumWithCover) }),
});

export const getAlbum = endpoint({
  method: "GET",
  path: "/albums/:slug",
  summary: "An album with its public photos in order, and the panels that they are in",
  params: slug,
  response: z.object({ data: z.object({ album: Album, photos: z.array(Photo), panels: z.array(Panel) }) }),
});

export const getAlbumPhoto = endpoint({
  method: "GET",
  path: "/albums/:slug/photos/:photoId",
  summary: "One public photo of an album",
  params: slug.extend({ photoId: PhotoId }),
  response: z.object({ data: Photo }),
});

export const AdminAlbum = Album.extend({
  status: z.enum(ALBUM_STATUSES),
  /** Until then, a public album is a draft. */
  publish_on: z.string().nullable(),
  cover_photo_id: PhotoId.nullable(),
  /** Its position among the featured albums of all categories. Null when it is not featured. */
  featured_position: z.number().nullable(),
});
export type AdminAlbum = z.infer<typeof AdminAlbum>;

export const listAlbums = endpoint({
  method: "GET",
  path: "/admin/albums",
  scope: "read",
  summary: "Every album, by category and in its public order",
  response: z.object({ albums: z.array(AdminAlbum) }),
});

export const createAlbum = endpoint({
  method: "POST",
  path: "/admin/albums",
  scope: "publish",
  summary: "Create an album",
  body: z.object({
    title: requiredText(TITLE_MAX_CHARS, "Enter a title"),
    category: Category,
    description: storableText(TEXT_MAX_CHARS).default(""),
    status: z.enum(ALBUM_STATUSES).optional(),
    publish_on: Moment.nullable().optional(),
  }),
  response: z.object({ album: AdminAlbum, message: z.string() }),
  status: 201,
});

export const getAdminAlbum = endpoint({
  method: "GET",
  path: "/admin/albums/:slug",
  scope: "read",
  summary: "One album, also by a URL that it had before",
  params: slug,
  response: z.object({ album: AdminAlbum }),
});

export const updateAlbum = endpoint({
  method: "PUT",
  path: "/admin/albums/:slug",
  scope: "publish",
  summary: "Change an album; a new category also moves its photos",
  params: slug,
  body: z
    .object({
      title: requiredText(TITLE_MAX_CHARS, "Enter a title"),
      description: storableText(TEXT_MAX_CHARS),
      category: Category,
      status: z.enum(ALBUM_STATUSES),
      publish_on: Moment.nullable(),
      /** The page's old URL leads to the new one from then on. */
      slug: newSlug("Enter an address"),
      featured: z.boolean(),
      cover_photo_id: PhotoId.nullable(),
      layout: z.enum(ALBUM_LAYOUTS),
    })
    .partial(),
  response: z.object({ album: AdminAlbum }),
});

export const previewAlbum = endpoint({
  method: "POST",
  path: "/admin/albums/:slug/preview",
  summary: "An unlisted URL under which anyone sees the draft as visitors would, for 7 days",
  params: slug,
  response: z.object({ url: z.string(), expires_on: z.string() }),
});

export const endPreviews = endpoint({
  method: "DELETE",
  path: "/admin/albums/:slug/preview",
  summary: "End every link to the draft that was made so far",
  params: slug,
  response: z.object({}),
});

export const deleteAlbum = endpoint({
  method: "DELETE",
  path: "/admin/albums/:slug",
  summary: "Delete an album; its photos stay in the library",
  params: slug,
  response: z.object({ message: z.string() }),
});

export const reorderAlbums = endpoint({
  method: "PUT",
  path: "/admin/albums/reorder",
  scope: "publish",
  summary: "Set the public order of a category's albums",
  body: z.object({ category: Category, album_ids: z.array(AlbumId).max(10_000) }),
  response: z.object({ albums: z.array(AdminAlbum) }),
});

export const listAlbumPhotos = endpoint({
  method: "GET",
  path: "/admin/albums/:slug/photos",
  scope: "read",
  summary: "An album's photos in order, including private ones",
  params: slug,
  response: z.object({ photos: z.array(AdminPhoto) }),
});

export const reorderAlbumPhotos = endpoint({
  method: "PUT",
  path: "/admin/albums/:slug/photos/reorder",
  scope: "publish",
  summary: "Set the order of an album's photos; must name each exactly once",
  params: slug,
  body: z.object({ photo_ids: z.array(PhotoId).max(BULK_MAX_PHOTOS) }),
  response: z.object({ photos: z.array(AdminPhoto) }),
});

export const addAlbumPhotos = endpoint({
  method: "POST",
  path: "/admin/albums/:slug/photos/add",
  scope: "publish",
  summary: "Show photos of the library in this album as well, at its end",
  params: slug,
  body: z.object({ photo_ids: z.array(PhotoId).min(1).max(BULK_MAX_PHOTOS) }),
  response: z.object({ photos: z.array(AdminPhoto) }),
});

export const removeAlbumPhoto = endpoint({
  method: "DELETE",
  path: "/admin/albums/:slug/photos/:photoId",
  scope: "publish",
  summary: "Remove a photo from this album; it stays in its other albums and in the library",
  params: slug.extend({ photoId: PhotoId }),
  response: z.object({ message: z.string() }),
});
