import { z } from "zod";
import { AlbumId } from "./album-id.ts";
import { endpoint } from "./endpoint.ts";
import { ERROR_CODES } from "./errors.ts";
import { Exif } from "./exif.ts";
import { FocalPoint } from "./focal-point.ts";
import {
  ALBUMS_MAX,
  BULK_MAX_PHOTOS,
  LICENSES,
  PAGE_MAX_IDS,
  PAGE_MAX_PHOTOS,
  TAG_MAX_CHARS,
  TAGS_MAX,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "./limits.ts";
import { PhotoFilter } from "./photo-filter.ts";
import { BackupStatus, DiskLevel } from "./storage.ts";
import { Id, storableText } from "./text.ts";

export const PhotoId = Id.brand<"PhotoId">().meta({ entity: "Photo" });
export type PhotoId = z.infer<typeof PhotoId>;

const VariantUrls = z.object({ thumb: z.string(), medium: z.string(), large: z.string(), xlarge: z.string() });
export const ImageUrls = VariantUrls.extend({ original: z.string() });

/** The key of a category, in upper case. The server knows which exist. */
const Category = z.string().max(300);

/** A photo as every reader sees it. A field that is a column of the same name and type is shown without further code. */
export const Photo = z.object({
  id: PhotoId,
  internal_id: z.string(),
  filename: z.string(),
  title: z.string(),
  caption: z.string(),
  /** A description for people who cannot see the picture. Pages use the title where it is empty. */
  alt: z.string(),
  category: Category,
  album_id: AlbumId.nullable(),
  license: z.enum(LICENSES),
  visibility: z.union([z.literal(0), z.literal(1)]),
  is_visible: z.boolean(),
  deleted: z.boolean(),
  tags: z.array(z.string()),
  width: z.number(),
  height: z.number(),
  filesize: z.number(),
  uploaded_on: z.string(),
  captured_on: z.string().nullable(),
  /** The zone of the camera's clock, where the file has it: "+02:00". */
  captured_zone: z.string().nullable(),
  file_modified_on: z.string().nullable(),
  /** What the thumb and every cropped cover keep in view. Null: none was chosen. */
  focal_point: FocalPoint.nullable(),
  /** Increases each time the pictures are made again, and is part of their URLs. */
  image_version: z.number(),
  image_urls: ImageUrls,
  images: z.object({ thumbnail: z.string(), original: z.string() }),
  /** The file has a gain map: on screens with a high dynamic range, highlights are brighter than white. */
  hdr: z.boolean(),
  sources: z.object({
    avif: VariantUrls,
    /** JPEG with the gain map, where `hdr` is true. */
    hdr: z.object({ medium: z.string(), large: z.string(), xlarge: z.string() }).optional(),
  }),
  /** A data: URL of a few hundred bytes, in the photo's aspect ratio. */
  placeholder: z.string(),
  exif: Exif,
  /** Who took it and who owns it, as the file says. */
  creator: z.string().nullable(),
  copyright: z.string().nullable(),
});
export type Photo = z.infer<typeof Photo>;

/**
 * The fields that public pages show or build picture URLs from. A long album carries them for each of its photos,
 * so nothing else belongs here.
 */
export const SHOWN_FIELDS = [
  "id",
  "internal_id",
  "title",
  "caption",
  "alt",
  "license",
  "tags",
  "width",
  "height",
  "focal_point",
  "captured_on",
  "image_version",
  "placeholder",
  "exif",
  "hdr",
  "creator",
  "copyright",
] as const satisfies readonly (keyof Photo)[];

/** A photo as the admin sees it. */
export const AdminPhoto = Photo.extend({
  /** The name of its first file, which no replacement changes. */
  source_filename: z.string(),
  /** OriginalDocumentID of the file's XMP, else its DocumentID: by it, other programs know the photo again. */
  document_id: z.string().nullable(),
  /** Every album it is in, its home (`album_id`) first. */
  album_ids: z.array(AlbumId),
  favorite: z.boolean(),
  featured: z.boolean(),
  quick_collection: z.boolean(),
  /** The uploaded file: a signed URL that works in a link for a limited time. */
  file_url: z.string(),
  trashed_on: z.string().nullable(),
  /** The albums that it was in when it was trashed, home first. A restore returns it to those that still exist. */
  trashed_from: z.array(AlbumId),
  /** The file before the last replacement, which can be restored until then. */
  former_file: z.object({ filename: z.string(), filesize: z.number(), kept_until: z.string() }).nullable(),
  /** Sizes made at upload that are missing now. */
  missing_variants: z.array(z.string()),
  /** Why its variants could not be made, if that failed. */
  variant_error: z.string().nullable(),
});
export type AdminPhoto = z.infer<typeof AdminPhoto>;

export const Tags = z
  .array(storableText(TAG_MAX_CHARS))
  .max(TAGS_MAX)
  .transform((tags) => [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))]);

export const listPhotos = endpoint({
  method: "GET",
  path: "/admin/photos",
  scope: "read",
  summary:
    "All photos, newest first (with `q`, the best match first), including the trash; without a limit the response is streamed",
  query: PhotoFilter.extend({
    limit: z.coerce.number().int().min(1).max(PAGE_MAX_PHOTOS).optional(),
    cursor: storableText(500).optional(),
    /** Only these photos, as "3,1,2": the ones a grid has in view. */
    ids: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10})*$/)
      .transform((list): unknown[] => list.split(","))
      .pipe(z.array(PhotoId).max(PAGE_MAX_PHOTOS))
      .optional(),
  }),
  response: z.object({ photos: z.array(AdminPhoto), total: z.number(), next_cursor: z.string().nullable() }),
});

/** A grid of 20,000 photos knows the order of all of them and loads only those in view. */
export const listPhotoIds = endpoint({
  method: "GET",
  path: "/admin/photos/ids",
  scope: "read",
  summary: "The ids of the matching photos, in order: all of them, or in pages",
  query: PhotoFilter.extend({
    limit: z.coerce.number().int().min(1).max(PAGE_MAX_IDS).optional(),
    cursor: storableText(500).optional(),
  }),
  response: z.object({ ids: z.array(PhotoId), next_cursor: z.string().nullable() }),
});

export const getPhoto = endpoint({
  method: "GET",
  path: "/admin/photos/:id",
  scope: "read",
  summary: "One photo, including one in the trash",
  params: z.object({ id: PhotoId }),
  response: z.object({ photo: AdminPhoto }),
});

/** What the owner says about a photo. Exports and imports carry all of it. */
export const PhotoDetails = z.object({
  /** May be empty: not every photograph has a title. */
  title: z.string().trim().pipe(storableText(TITLE_MAX_CHARS)),
  caption: storableText(TEXT_MAX_CHARS),
  alt: storableText(TEXT_MAX_CHARS),
  tags: Tags,
  license: z.enum(LICENSES),
  category: Category,
  visibility: z.union([z.literal(0), z.literal(1)]),
  focal_point: FocalPoint.nullable(),
});
export type PhotoDetails = z.infer<typeof PhotoDetails>;

/** Every field that can be changed: the details, and the albums and collections the photo is in. */
const PhotoFields = PhotoDetails.extend({
  /** Another home. The photo stays in its other albums; null removes it from all of them. */
  album_id: AlbumId.nullable(),
  /** All of its albums, home first. */
  album_ids: z
    .array(AlbumId)
    .max(ALBUMS_MAX)
    .refine((list) => new Set(list).size === list.length, "Name each album once"),
  favorite: z.boolean(),
  featured: z.boolean(),
  quick_collection: z.boolean(),
});
type PhotoFields = z.infer<typeof PhotoFields>;
export type PhotoField = keyof PhotoFields;

/** One of the fields, and none of the others. */
type OneOf<Fields> = {
  [Field in keyof Fields]: Pick<Fields, Field> & { [Other in Exclude<keyof Fields, Field>]?: never };
}[keyof Fields];

/** A change of exactly one field: the screen saves each field as the owner leaves it. */
export type PhotoChange = OneOf<PhotoFields>;
// The refinement only accepts an object with one field, so what it lets through is a PhotoChange.
export const PhotoChange = PhotoFields.partial().refine(
  (changes) => Object.keys(changes).length === 1,
  "Send exactly one field to change",
) as unknown as z.ZodType<PhotoChange, OneOf<z.input<typeof PhotoFields>>>;

/** For a field whose name is computed, which the compiler cannot see is exactly one. */
export const changeOf = <Field extends PhotoField>(field: Field, value: PhotoFields[Field]) =>
  ({ [field]: value }) as unknown as PhotoChange;

export const updatePhoto = endpoint({
  method: "PUT",
  path: "/admin/photos/:id",
  scope: "publish",
  summary: "Change one field of a photo",
  params: z.object({ id: PhotoId }),
  body: PhotoChange,
  response: z.object({ photo: AdminPhoto }),
});

const ids = z.array(PhotoId).min(1).max(BULK_MAX_PHOTOS);

export const BulkAction = z.discriminatedUnion("action", [
  z.object({
    ids,
    action: z.literal("update"),
    change: PhotoChange,
    /** For undo: photos that join an album or a collection return to their former positions instead of its end. */
    put_back: z.boolean().optional(),
  }),
  z.object({ ids, action: z.literal("add_tags"), tags: Tags }),
  z.object({ ids, action: z.literal("remove_tags"), tags: Tags }),
  /** Appends them, in place of the album they are taken from if that is given. */
  z.object({ ids, action: z.literal("add_to_album"), album_id: AlbumId, from_album_id: AlbumId.optional() }),
  z.object({ ids, action: z.literal("remove_from_album"), album_id: AlbumId }),
  z.object({ ids, action: z.literal("trash") }),
  z.object({ ids, action: z.literal("restore") }),
  z.object({ ids, action: z.literal("delete_permanently") }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

export const bulkPhotos = endpoint({
  method: "POST",
  path: "/admin/photos/bulk",
  scope: "publish",
  summary: "Apply one action to many photos, in one transaction",
  body: BulkAction,
  response: z.object({
    /** Photos that are now as requested, or already were. */
    changed: z.array(PhotoId),
    /** Photos that were refused, and why. */
    unchanged: z.array(z.object({ id: PhotoId, code: z.enum(ERROR_CODES), message: z.string() })),
    message: z.string(),
  }),
});

export const listTags = endpoint({
  method: "GET",
  path: "/admin/tags",
  summary: "The tags in use, most used first",
  response: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.number() })) }),
});

const Counts = z.array(z.object({ name: z.string(), count: z.number() }));
export const listEquipment = endpoint({
  method: "GET",
  path: "/admin/equipment",
  summary: "The cameras and lenses of the photos outside the trash, most used first",
  response: z.object({ cameras: Counts, lenses: Counts }),
});

export const getSummary = endpoint({
  method: "GET",
  path: "/admin/summary",
  summary: "The counts next to the links of the sidebar, how full the server's disk is, and whether backups are made",
  response: z.object({
    disk: z.object({ level: DiskLevel, free_bytes: z.number() }),
    backup: BackupStatus,
    photos: z.number(),
    favorites: z.number(),
    featured: z.number(),
    featured_albums: z.number(),
    quick_collection: z.number(),
    trash: z.number(),
    unassigned: z.number(),
    needs_alt: z.number(),
    /** Selections from viewing rooms that the owner has not opened yet. */
    new_selections: z.number(),
    unread_messages: z.number(),
  }),
});
