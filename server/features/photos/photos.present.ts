import type { AlbumId } from "../../../contract/album-id.ts";
import type { Exif } from "../../../contract/exif.ts";
import type { FocalPoint } from "../../../contract/focal-point.ts";
import { type PictureSize, VISIBILITY } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import { type AdminPhoto, Photo, SHOWN_FIELDS } from "../../../contract/photos.ts";
import type { PhotoRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { readFormerFile } from "../../library/files/former-file.ts";
import { readTrashedFrom } from "../../library/orders/trashed-from.ts";

/** Includes which of the sizes made at upload exist, whether visitors can see it, and the ids of its albums. */
export type AdminPhotoRow = Pick<PhotoRow, (typeof ADMIN_COLUMNS)[number]> & {
  has_thumb: number;
  has_medium: number;
  is_shown: 0 | 1;
  album_ids: string | null;
};

/** Home first. The database writes them as "3,1,2". */
export const readAlbumIds = ({ album_ids }: Pick<AdminPhotoRow, "album_ids">): AlbumId[] =>
  album_ids === null ? [] : album_ids.split(",").map((id) => Number(id) as AlbumId);

/** Columns of another type than their field. */
type JsonColumn = "tags" | "exif" | "hdr" | "focal_point";

const isVisible = (row: Pick<PhotoRow, "visibility" | "deleted_at">) =>
  row.visibility === VISIBILITY.public && row.deleted_at === null;

const filePath = (row: Pick<PhotoRow, "internal_id">) => `/images/${row.internal_id}/file`;

export type PhotoColumn = keyof PhotoRow;

/**
 * How a reader sees a photo: the columns that are read for it, and the shape made of them. A page shows 17 of 44 columns,
 * and reading the others would take longer than reading these.
 */
export type PhotoView<P> = { columns: readonly PhotoColumn[]; present(row: PhotoRow): P };

/** `present` can use no other columns than those that are read. */
export const viewOf = <P, Column extends PhotoColumn>(
  columns: readonly Column[],
  present: (row: Pick<PhotoRow, Column>) => P,
): PhotoView<P> => ({ columns, present });

/** The owner may keep the camera's data and the full size from visitors. The size is that of the picture they get. */
export function rowForVisitors<Row extends Pick<PhotoRow, "width" | "height" | "exif">>(
  { site }: Pick<Deps, "site">,
  row: Row,
): Row {
  const { show_camera_data, largest_public_px } = site.current();
  const scale = Math.min(1, (largest_public_px ?? Number.POSITIVE_INFINITY) / Math.max(row.width, row.height));
  // Copying a wide row for each photo of an album is a sixth of the work for its page.
  if (scale === 1 && show_camera_data) return row;
  return {
    ...row,
    width: Math.max(1, Math.round(row.width * scale)),
    height: Math.max(1, Math.round(row.height * scale)),
    exif: show_camera_data ? row.exif : "{}",
  };
}

/** Without URLs, which pages build from these fields with `picturePath`. */
export const presentShownPhoto = (row: Pick<PhotoRow, ShownColumn>): ShownPhoto => presentFields(row, SHOWN_FIELDS);

/** A column is shown under its own name and unchanged, unless it contains JSON. */
function presentFields<Field extends PhotoColumn>(
  row: Partial<PhotoRow> & Pick<PhotoRow, JsonColumn>,
  fields: readonly Field[],
) {
  const columns: Partial<PhotoRow> = row;
  const shown: Partial<PhotoRow> = {};
  for (const field of fields) shown[field] = columns[field];
  // Every field was just copied.
  return Object.assign(shown as Omit<Pick<PhotoRow, Field>, JsonColumn>, {
    // Always written as a JSON list of strings.
    tags: JSON.parse(row.tags) as string[],
    // Always written with the contract's fields.
    exif: JSON.parse(row.exif) as Exif,
    hdr: row.hdr === 1,
    focal_point: readFocalPoint(row),
  });
}

/** Only written in the contract's form. */
export const readFocalPoint = ({ focal_point }: Pick<PhotoRow, "focal_point">) =>
  focal_point === null ? null : (JSON.parse(focal_point) as FocalPoint);

/** For pages. */
export const PAGE_VIEW = viewOf(SHOWN_FIELDS, presentShownPhoto);

export function presentAdminPhoto({ signing, now }: Pick<Deps, "signing" | "now">, row: AdminPhotoRow): AdminPhoto {
  const signatureFor = signing.signPhoto(row.internal_id, now());
  return {
    // Visitors get a 404 for what they may not see, and the admin's <img> cannot send a token.
    ...presentPhotoAt(row, row.is_shown ? (path) => path : (path, size) => path + signatureFor(size)),
    source_filename: row.source_filename,
    document_id: row.document_id,
    album_ids: readAlbumIds(row),
    favorite: row.favorite_position !== null,
    featured: row.featured_position !== null,
    quick_collection: row.quick_position !== null,
    file_url: filePath(row) + signatureFor("file"),
    trashed_on: row.deleted_at,
    trashed_from: readTrashedFrom(row.trashed_from).albums.map(({ id }) => id),
    former_file: presentFormerFile(row),
    missing_variants: [...(row.has_thumb ? [] : ["thumb"]), ...(row.has_medium ? [] : ["medium"])],
    variant_error: row.variant_error,
  };
}

function presentFormerFile(row: AdminPhotoRow): AdminPhoto["former_file"] {
  const file = readFormerFile(row);
  if (!file || row.former_file_until === null) return null;
  return { filename: file.filename, filesize: file.filesize, kept_until: row.former_file_until };
}

/** With URLs that differ from the public ones. */
export function presentPhotoAt(row: ApiRow, toUrl: (path: string, size: PictureSize) => string): Photo {
  const jpeg = (size: PictureSize) => toUrl(picturePath(row, size, "jpg"), size);
  const avif = (size: PictureSize) => toUrl(picturePath(row, size, "avif"), size);
  const hdr = (size: PictureSize) => toUrl(picturePath(row, size, "hdr.jpg"), size);
  const thumb = jpeg("thumb");
  const original = jpeg("original");
  return {
    ...presentFields(row, COLUMNS),
    is_visible: isVisible(row),
    deleted: row.deleted_at !== null,
    image_urls: { thumb, medium: jpeg("medium"), large: jpeg("large"), xlarge: jpeg("xlarge"), original },
    images: { thumbnail: thumb, original },
    sources: {
      avif: { thumb: avif("thumb"), medium: avif("medium"), large: avif("large"), xlarge: avif("xlarge") },
      ...(row.hdr === 1 ? { hdr: { medium: hdr("medium"), large: hdr("large"), xlarge: hdr("xlarge") } } : {}),
    },
  };
}

const COMPUTED = ["is_visible", "deleted", "image_urls", "images", "sources"] as const satisfies (keyof Photo)[];
type Column = Exclude<keyof Photo, (typeof COMPUTED)[number]>;
// Every other field of the contract is a column.
const COLUMNS = Object.keys(Photo.shape).filter((field) => !COMPUTED.some((each) => each === field)) as Column[];

type ShownColumn = (typeof SHOWN_FIELDS)[number];
type ApiColumn = Column | "deleted_at";
export type ApiRow = Pick<PhotoRow, ApiColumn>;

export const API_COLUMNS: readonly ApiColumn[] = [...COLUMNS, "deleted_at"];
/** For the owner. The other columns are for searching and storing, and would be a third of what is read. */
export const ADMIN_COLUMNS = [
  ...API_COLUMNS,
  "source_filename",
  "document_id",
  "favorite_position",
  "featured_position",
  "quick_position",
  "trashed_from",
  "former_file",
  "former_file_until",
  "variant_error",
] as const;
/** For the API. */
export const API_VIEW = viewOf(API_COLUMNS, (row) => presentPhotoAt(row, (path) => path));
