import { z } from "zod";
import { TAG_MAX_CHARS, TEXT_MAX_CHARS } from "./limits.ts";
import { QueryFlag, Slug, storableText } from "./text.ts";

const PHOTO_SORTS = ["newest", "oldest", "captured", "title", "curated"] as const;

const CaptureDate = z.iso.date("Enter a date, such as 2026-05-17");

/** What the lists of photos can be narrowed down to, and in which order. */
export const PhotoFilter = z.object({
  q: storableText(200).optional(),
  category: z.string().max(300).optional(),
  /** An album's slug. */
  album: Slug.optional(),
  deleted: QueryFlag.optional(),
  favorite: QueryFlag.optional(),
  featured: QueryFlag.optional(),
  quick_collection: QueryFlag.optional(),
  unassigned: QueryFlag.optional(),
  /** Photos without an alt text, outside the trash. */
  needs_alt: QueryFlag.optional(),
  visibility: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(1)]))
    .optional(),
  tag: storableText(TAG_MAX_CHARS).optional(),
  /** As in `exif`. */
  camera: storableText(TEXT_MAX_CHARS).optional(),
  lens: storableText(TEXT_MAX_CHARS).optional(),
  /** Capture dates, as 2026-05-17; both days are included. A photo without a capture date is on no day. */
  from: CaptureDate.optional(),
  to: CaptureDate.optional(),
  /** Outside the trash. */
  untitled: QueryFlag.optional(),
  no_caption: QueryFlag.optional(),
  /** `curated` is the owner's order of the one collection or album asked for; 422 without one. */
  sort: z.enum(PHOTO_SORTS).default("newest"),
});
