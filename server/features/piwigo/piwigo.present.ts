import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { listOf, type Value } from "./piwigo.encode.ts";

/** The version of Piwigo whose calls these are. */
export const VERSION = "14.5.0";

const IMAGE_ATTRIBUTES = ["id", "width", "height", "hit"];
export const ALBUM_ATTRIBUTES = ["id", "url", "nb_images", "total_nb_images", "nb_categories"];

const dateOf = (moment: string | null) => moment?.slice(0, 19).replace("T", " ") ?? null;

export const presentAlbum = ({ config }: Deps, origin: string, album: AdminAlbum): Value => ({
  id: album.id,
  name: album.title,
  comment: album.description,
  permalink: null,
  status: album.status === "draft" ? "private" : "public",
  uppercats: String(album.id),
  global_rank: String(album.id),
  id_uppercat: null,
  nb_images: album.photo_count,
  total_nb_images: album.photo_count,
  nb_categories: 0,
  date_last: null,
  max_date_last: null,
  url: (config.publicUrl ?? origin) + album.url,
  tn_url: album.cover_image && absolute(config.publicUrl ?? origin, album.cover_image),
});

export function presentPhoto({ config }: Deps, origin: string, photo: AdminPhoto): { [name: string]: Value } {
  const base = config.publicUrl ?? origin;
  const { image_urls: urls, width, height } = photo;
  const fitted = (edge: number) => {
    const scale = Math.min(1, edge / Math.max(width, height));
    return { width: Math.round(width * scale), height: Math.round(height * scale) };
  };
  const thumb = { url: absolute(base, urls.thumb), width: 300, height: 300 };
  const medium = { url: absolute(base, urls.medium), ...fitted(1200) };
  const large = { url: absolute(base, urls.large), ...fitted(2400) };
  return {
    id: photo.id,
    width,
    height,
    hit: 0,
    // By which clients find out whether they have sent it before.
    file: photo.source_filename,
    name: photo.title,
    comment: photo.caption,
    author: photo.creator,
    level: photo.visibility === 0 ? 0 : 8,
    date_creation: dateOf(photo.captured_on),
    date_available: dateOf(photo.uploaded_on),
    page_url: base,
    element_url: absolute(base, urls.original),
    derivatives: { square: thumb, thumb, small: medium, medium, large, xlarge: large, xxlarge: large },
    categories: listOf(
      "category",
      photo.album_ids.map((id) => ({ id, url: base, page_url: base })),
      ["id", "url", "page_url"],
    ),
  };
}

export const listImages = (photos: readonly Value[]) => listOf("image", photos, IMAGE_ATTRIBUTES);

const absolute = (base: string, url: string) => new URL(url, base).href;

/** Piwigo's clients name tags by numbers. */
export function tagId(tag: string): number {
  let hash = 2_166_136_261;
  for (const byte of Buffer.from(tag)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return (hash % 999_999_998) + 1;
}
