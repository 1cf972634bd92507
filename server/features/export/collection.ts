import { isAbsolute, normalize } from "node:path";
import { z } from "zod";
import { FocalPoint } from "../../../contract/focal-point.ts";
import {
  ALBUM_LAYOUTS,
  ALBUM_STATUSES,
  CATEGORY_DESCRIPTION_MAX_CHARS,
  CATEGORY_NAME_MAX_CHARS,
  ROOM_DOWNLOADS,
  ROOM_EDGES_PX,
  ROOM_VOICES,
  SITE_PICTURE_KINDS,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
  WATERMARK_MAX_CHARS,
} from "../../../contract/limits.ts";
import { RESERVED_KEYS } from "../../../contract/paths.ts";
import { PhotoDetails } from "../../../contract/photos.ts";
import { isSlug } from "../../../contract/slug.ts";
import { requiredText, storableText } from "../../../contract/text.ts";
import { checkExported, readExported } from "../../library/read-exported.ts";

/** Describes the photos of a folder: written by an export, read by an import. */
export const COLLECTION_FILE = "vitrine.json";

/** Relative to the imported folder. A description must not name files outside it. */
const FilePath = z
  .string()
  .min(1)
  .refine((path) => !isAbsolute(path) && !normalize(path).startsWith(".."), "Must be a path inside the folder");

const Time = z.iso.datetime();

/** Paths that it had on another site, with their query, as `/picture.php?/34`. They lead to it. */
const ForeignAddresses = z.array(z.string().startsWith("/")).optional();

/** Only the file is required; the rest is read from the file itself, as with an upload. */
const CollectedPhoto = z.object({
  file: FilePath,
  /** Its home is another album, which describes it: it is only shown in this one as well. */
  guest: z.literal(true).optional(),
  /** The name it was uploaded under, if the file has another name now. */
  filename: z.string().min(1).optional(),
  /** The name of its first file, if that was replaced. */
  source_filename: z.string().min(1).optional(),
  ...PhotoDetails.partial().shape,
  /** The camera's clock; for an old print perhaps only the year. */
  captured_on: z
    .string()
    .regex(/^\d{4}(-\d\d-\d\dT\d\d:\d\d:\d\d)?$/)
    .nullable()
    .optional(),
  uploaded_on: Time.optional(),
  file_modified_on: Time.nullable().optional(),
  foreign_addresses: ForeignAddresses,
});
export type CollectedPhoto = z.infer<typeof CollectedPhoto>;

const KeyText = z.string().refine(isSlug, "Use lowercase letters, digits, and single hyphens between them");
const CategoryKey = KeyText.refine((key) => !RESERVED_KEYS.includes(key), "Is used by the site itself");

function isPagePath(path: string): boolean {
  const [root, category = "", slug = "", ...rest] = path.split("/");
  return root === "" && isSlug(category) && isSlug(slug) && rest.length === 0;
}

const CollectedCategory = z.object({
  key: CategoryKey,
  name: requiredText(CATEGORY_NAME_MAX_CHARS, "Enter a name"),
  hidden: z.boolean().default(false),
  /** Keys whose pages lead to the current one. */
  former_keys: z.array(KeyText).default([]),
  description: storableText(CATEGORY_DESCRIPTION_MAX_CHARS).default(""),
  foreign_addresses: ForeignAddresses,
  /** A file of the export. */
  cover: FilePath.optional(),
});

const CollectedAlbum = z.object({
  slug: KeyText,
  title: requiredText(TITLE_MAX_CHARS, "Enter a title"),
  category: CategoryKey,
  description: storableText(TEXT_MAX_CHARS).default(""),
  status: z.enum(ALBUM_STATUSES).default("public"),
  publish_on: Time.nullable().default(null),
  layout: z.enum(ALBUM_LAYOUTS).default("strip"),
  /** URLs of its page that lead to the current one, as `/urban/paris`. */
  former_addresses: z.array(z.string().refine(isPagePath, "Write it as /urban/paris")).default([]),
  foreign_addresses: ForeignAddresses,
  /** One of its files; by default the first photo is the cover. */
  cover: FilePath.optional(),
  photos: z.array(CollectedPhoto),
});
export type CollectedAlbum = z.infer<typeof CollectedAlbum>;

/** A viewing room. An import makes it closed, with another link and without a password. */
const CollectedRoom = z.object({
  title: requiredText(TITLE_MAX_CHARS, "Enter a title"),
  message: storableText(TEXT_MAX_CHARS).default(""),
  download: z.enum(ROOM_DOWNLOADS).default("none"),
  selection: z.boolean().default(false),
  selection_limit: z.number().int().min(1).nullable().default(null),
  voices: z.enum(ROOM_VOICES).default("shared"),
  has_labels: z.boolean().default(false),
  max_px: z
    .union(ROOM_EDGES_PX.map((edge) => z.literal(edge)))
    .nullable()
    .default(null),
  watermark: storableText(WATERMARK_MAX_CHARS).nullable().default(null),
  welcome: storableText(TEXT_MAX_CHARS).default(""),
  expires_on: Time.nullable().default(null),
  photos: z.array(FilePath),
  /** What the client chose. For the reader; an import leaves it out. */
  chosen: z.array(z.object({ file: FilePath, comment: z.string() })).default([]),
});
export type CollectedRoom = z.infer<typeof CollectedRoom>;

const CollectedSitePicture = z.object({
  kind: z.enum(SITE_PICTURE_KINDS),
  file: FilePath,
  focal_point: FocalPoint.nullable().default(null),
});

/** Albums and photos are in order. The lists at the end name albums by slug and photos by file. */
export const Collection = z.object({
  vitrine: z.literal(1),
  /** In order. Categories of the albums that are missing here are made from their keys. */
  categories: z.array(CollectedCategory).default([]),
  albums: z.array(CollectedAlbum),
  in_no_album: z.array(CollectedPhoto).default([]),
  featured_albums: z.array(z.string()).default([]),
  favorites: z.array(FilePath).default([]),
  featured: z.array(FilePath).default([]),
  quick_collection: z.array(FilePath).default([]),
  /** The photo next to the about text. */
  portrait: FilePath.optional(),
  /** The slug of the album that is on the home page. */
  home_album: z.string().optional(),
  rooms: z.array(CollectedRoom).default([]),
  /** The files of the pages that the owner wrote, in order. */
  pages: z.array(FilePath).default([]),
  /** The site's own portrait, logo and icon. */
  site_pictures: z.array(CollectedSitePicture).default([]),
});
export type Collection = z.infer<typeof Collection>;

export const readCollection = (json: string): Collection => readExported(Collection, json, COLLECTION_FILE);

export const checkCollection = (description: unknown, name: string): Collection =>
  checkExported(Collection, description, name);

/** Each photo once, in its home album. */
export const allPhotos = (collection: Collection): CollectedPhoto[] => [
  ...collection.albums.flatMap(homePhotos),
  ...collection.in_no_album,
];

/** Without the guests from other albums. */
export const homePhotos = ({ photos }: Pick<CollectedAlbum, "photos">): CollectedPhoto[] =>
  photos.filter(({ guest }) => !guest);
