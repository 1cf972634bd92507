import type { AdminAlbum, Album } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import type { AlbumWithFigures } from "./albums.queries.ts";

export function presentAlbum(row: AlbumWithFigures, cover_image: string | null): Album {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    category: row.category,
    url: paths.album(row),
    cover_image,
    photo_count: row.photo_count,
    featured: row.featured_position !== null,
    layout: row.layout,
  };
}

export function presentAdminAlbum(row: AlbumWithFigures, cover: AdminPhoto | undefined): AdminAlbum {
  return {
    ...presentAlbum(row, cover?.image_urls.medium ?? null),
    status: row.status,
    publish_on: row.publish_on,
    cover_photo_id: row.chosen_id,
    featured_position: row.featured_position,
  };
}
