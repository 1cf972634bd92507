import { VISIBILITY } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { type PictureName, picturePath } from "../../../contract/paths.ts";
import type { AdminPhoto, Exif, Photo } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import type { PhotoRow } from "../../platform/db/schema.ts";

/** With which of the sizes made at upload stand. */
export type AdminPhotoRow = PhotoRow & { has_thumb: number; has_medium: number };

const isVisible = (row: Pick<PhotoRow, "visibility" | "deleted_at">) =>
  row.visibility === VISIBILITY.public && row.deleted_at === null;

/** Whether visitors can come across it: a photo in no album is nowhere on the site, so its pictures are not there either. */
export const isPublished = (row: Pick<PhotoRow, "visibility" | "deleted_at" | "album_id">) =>
  isVisible(row) && row.album_id !== null;

const filePath = (row: Pick<PhotoRow, "internal_id">) => `/images/${row.internal_id}/file`;

/** Turns a row into the shape its reader needs: `presentPhoto` for the API, `presentShownPhoto` for pages. */
export type PresentPhoto<P extends ShownPhoto> = (row: PhotoRow) => P;

/** Without addresses, which pages build from these fields with `picturePath`. */
export function presentShownPhoto(row: PhotoRow): ShownPhoto {
  return {
    id: row.id,
    internal_id: row.internal_id,
    title: row.title,
    caption: row.caption,
    license: row.license,
    // Written by us as a JSON list of strings.
    tags: JSON.parse(row.tags) as string[],
    width: row.width,
    height: row.height,
    uploaded_on: row.uploaded_on,
    captured_on: row.captured_on,
    image_version: row.image_version,
    placeholder: row.placeholder,
    // Written by us with the contract's fields.
    exif: JSON.parse(row.exif) as Exif,
  };
}

export function presentPhoto(row: PhotoRow): Photo {
  return withAddresses(row, (path) => path);
}

export function presentAdminPhoto({ signing, now }: Pick<Deps, "signing" | "now">, row: AdminPhotoRow): AdminPhoto {
  const signed = (path: string) => signing.sign(path, now());
  return {
    // Visitors get 404 for what they may not see; the admin's <img> cannot carry a token.
    ...withAddresses(row, isPublished(row) ? (path) => path : signed),
    favorite: row.favorite_position !== null,
    featured: row.featured_position !== null,
    quick_collection: row.quick_position !== null,
    file_url: signed(filePath(row)),
    trashed_on: row.deleted_at,
    missing_variants: [...(row.has_thumb ? [] : ["thumb"]), ...(row.has_medium ? [] : ["medium"])],
    variant_error: row.variant_error,
  };
}

function withAddresses(row: PhotoRow, address: (path: string) => string): Photo {
  const jpeg = (name: PictureName) => address(picturePath(row, name, "jpg"));
  const avif = (name: PictureName) => address(picturePath(row, name, "avif"));
  const thumb = jpeg("thumb");
  const original = jpeg("original");
  return {
    ...presentShownPhoto(row),
    filename: row.filename,
    category: row.category,
    album_id: row.album_id,
    visibility: row.visibility,
    is_visible: isVisible(row),
    deleted: row.deleted_at !== null,
    filesize: row.filesize,
    file_modified_on: row.file_modified_on,
    image_urls: { thumb, medium: jpeg("medium"), large: jpeg("large"), original },
    images: { thumbnail: thumb, original },
    sources: { avif: { thumb: avif("thumb"), medium: avif("medium"), large: avif("large") } },
  };
}
