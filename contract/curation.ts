import { z } from "zod";
import { AlbumId } from "./album-id.ts";
import { AdminAlbum } from "./albums.ts";
import { endpoint } from "./endpoint.ts";
import { BULK_MAX_PHOTOS } from "./limits.ts";
import { PhotoId } from "./photos.ts";

/** Like an album's order: must name exactly what is in the collection, each once. */
const photoOrder = (path: `/admin/${string}`) =>
  endpoint({
    method: "PUT",
    path,
    summary: "The collection's hand-made order",
    body: z.object({ photo_ids: z.array(PhotoId).max(BULK_MAX_PHOTOS) }),
    response: z.object({ message: z.string() }),
  });

export const reorderFavorites = photoOrder("/admin/favorites/reorder");
export const reorderFeatured = photoOrder("/admin/featured-content/reorder");
export const reorderQuickCollection = photoOrder("/admin/quick-collection/reorder");

export const reorderFeaturedAlbums = endpoint({
  method: "PUT",
  path: "/admin/featured-albums/reorder",
  summary: "The order of the featured albums",
  body: z.object({ album_ids: z.array(AlbumId).max(10_000) }),
  response: z.object({ albums: z.array(AdminAlbum) }),
});

export const clearQuickCollection = endpoint({
  method: "POST",
  path: "/admin/quick-collection/clear",
  summary: "Empty the quick collection; changes no photo",
  response: z.object({ removed: z.array(PhotoId), message: z.string() }),
});

/** The ZIP is fetched by a plain link, which cannot carry the token: the address is signed and short-lived. */
export const downloadQuickCollection = endpoint({
  method: "POST",
  path: "/admin/quick-collection/download",
  summary: "An address from which the collection's files can be had as one ZIP",
  response: z.object({ url: z.string() }),
});
