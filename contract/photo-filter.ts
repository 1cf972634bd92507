import { z } from "zod";
import { TAG_MAX_CHARS, TEXT_MAX_CHARS } from "./limits.ts";
import { QueryFlag, Slug, storableText } from "./text.ts";

const PHOTO_SORTS = ["best", "newest", "oldest", "captured", "title", "curated"] as const;

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
  /** The whole name of the first file, in this case. */
  source_filename: storableText(TEXT_MAX_CHARS).optional(),
  document_id: storableText(TEXT_MAX_CHARS).optional(),
  /** As in `exif`. */
  camera: storableText(TEXT_MAX_CHARS).optional(),
  lens: storableText(TEXT_MAX_CHARS).optional(),
  /** Capture dates, as 2026-05-17; both days are included. A photo without a capture date is on no day. */
  from: CaptureDate.optional(),
  to: CaptureDate.optional(),
  /** Outside the trash. */
  untitled: QueryFlag.optional(),
  /** Photos outside the trash whose file another one has as well. They come next to each other, the first of each first. */
  duplicates: QueryFlag.optional(),
  /** Of these, all but the first with each file. */
  copies: QueryFlag.optional(),
  no_caption: QueryFlag.optional(),
  /**
   * `best`, the default, lists the closest matches of `q` first and the newest first among equals: without `q`, the newest
   * first. `curated` is the owner's order of the one collection or album requested; 422 without one.
   */
  sort: z.enum(PHOTO_SORTS).optional(),
});
