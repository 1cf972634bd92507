import { z } from "zod";
import { AlbumId } from "./album-id.ts";
import { AdminAlbum } from "./albums.ts";
import { endpoint } from "./endpoint.ts";
import { BULK_MAX_PHOTOS } from "./limits.ts";
import { PhotoId } from "./photos.ts";

/** Like an album's order: must name everything in the collection exactly once. */
const photoOrder = (path: `/admin/${string}`) =>
  endpoint({
    method: "PUT",
    path,
    scope: "publish",
    summary: "Set the owner's order of the collection",
    body: z.object({ photo_ids: z.array(PhotoId).max(BULK_MAX_PHOTOS) }),
    response: z.object({ message: z.string() }),
  });

export const reorderFavorites = photoOrder("/admin/favorites/reorder");
export const reorderFeatured = photoOrder("/admin/featured-content/reorder");
export const reorderQuickCollection = photoOrder("/admin/quick-collection/reorder");

export const reorderFeaturedAlbums = endpoint({
  method: "PUT",
  path: "/admin/featured-albums/reorder",
  scope: "publish",
  summary: "Set the order of the featured albums",
  body: z.object({ album_ids: z.array(AlbumId).max(10_000) }),
  response: z.object({ albums: z.array(AdminAlbum) }),
});

export const clearQuickCollection = endpoint({
  method: "POST",
  path: "/admin/quick-collection/clear",
  scope: "publish",
  summary: "Empty the quick collection; changes no photo",
  response: z.object({ removed: z.array(PhotoId), message: z.string() }),
});

/** A plain link to the ZIP cannot carry the token, so the URL is signed and short-lived. */
export const downloadQuickCollection = endpoint({
  method: "POST",
  path: "/admin/quick-collection/download",
  summary: "Get a URL that downloads the collection's files as one ZIP",
  response: z.object({ url: z.string() }),
});
