import type { AdminAlbum, Album } from "../../../contract/albums.ts";
import type { AdminPhoto, Photo } from "../../../contract/photos.ts";
import type { AlbumWithFigures } from "./albums.queries.ts";

export function presentAlbum(row: AlbumWithFigures, cover: Photo | undefined): Album {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    category: row.category,
    url: `/${row.category}/${row.slug}`,
    cover_image: cover?.image_urls.medium ?? null,
    photo_count: row.photo_count,
    featured: row.featured_position !== null,
  };
}

export function presentAdminAlbum(row: AlbumWithFigures, cover: AdminPhoto | undefined): AdminAlbum {
  return { ...presentAlbum(row, cover), cover_photo_id: row.chosen_id, featured_position: row.featured_position };
}
