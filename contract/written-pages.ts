import { z } from "zod";
import { AlbumId } from "./album-id.ts";
import { AlbumWithCover } from "./albums.ts";
import { endpoint } from "./endpoint.ts";
import {
  BLOCK_LINE_MAX_CHARS,
  BLOCK_QUOTE_MAX_CHARS,
  BLOCK_TEXT_MAX_CHARS,
  BLOCKS_MAX,
  PAGE_ENTRIES_MAX,
  PAGE_KINDS,
  PAGE_STATUSES,
  PAGE_SUMMARY_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "./limits.ts";
import { isAllowedLink, linksIn } from "./page-text.ts";
import { Photo, PhotoId } from "./photos.ts";
import { Id, newSlug, requiredText, slugInPath, storableText } from "./text.ts";

// Pages that the owner writes: About, Exhibitions, an imprint, and the entries of the journal.

export const PageId = Id.brand<"PageId">().meta({ entity: "Page" });
export type PageId = z.infer<typeof PageId>;

const LINK_REFUSED = "A link must begin with https://, http:// or mailto:, or be a path of this site, such as /contact";
const line = storableText(BLOCK_LINE_MAX_CHARS).default("");

const HeadingBlock = z.object({ kind: z.literal("heading"), text: storableText(BLOCK_LINE_MAX_CHARS) });
/** In the format of page-text.ts. */
const TextBlock = z.object({
  kind: z.literal("text"),
  text: storableText(BLOCK_TEXT_MAX_CHARS).refine((text) => linksIn(text).every(isAllowedLink), LINK_REFUSED),
});
const QuoteBlock = z.object({ kind: z.literal("quote"), text: storableText(BLOCK_QUOTE_MAX_CHARS), by: line });
const PhotosBlock = z.object({
  kind: z.literal("photos"),
  /** Side by side. */
  photo_ids: z.array(PhotoId).min(1).max(3),
  caption: storableText(BLOCK_QUOTE_MAX_CHARS).default(""),
});
const AlbumBlock = z.object({ kind: z.literal("album"), album_id: AlbumId });
const ListedEntry = z.object({
  /** As written: 2024, or "2019–2021". */
  year: z.union([z.number().int().min(0).max(9_999), storableText(20)]).default(""),
  title: line,
  place: line,
  note: line,
  /** Empty or null for none. */
  url: storableText(2_000)
    .refine((url) => url === "" || isAllowedLink(url), LINK_REFUSED)
    .nullable()
    .default(""),
});
export type ListedEntry = z.infer<typeof ListedEntry>;
const EntriesBlock = z.object({ kind: z.literal("entries"), entries: z.array(ListedEntry).max(PAGE_ENTRIES_MAX) });

export const Block = z.discriminatedUnion("kind", [
  HeadingBlock,
  TextBlock,
  QuoteBlock,
  PhotosBlock,
  AlbumBlock,
  EntriesBlock,
]);
export type Block = z.infer<typeof Block>;

export const WrittenPage = z.object({
  id: PageId,
  kind: z.enum(PAGE_KINDS),
  slug: z.string(),
  url: z.string(),
  title: z.string(),
  /** A sentence for lists, search engines and share cards. */
  summary: z.string(),
  status: z.enum(PAGE_STATUSES),
  /** Of pages: entries of the journal are in its list. */
  in_menu: z.boolean(),
  /** Among the pages, in the order of the menu. Null for an entry. */
  position: z.number().nullable(),
  /** Visitors see a public page from then on. Null for a draft that never was public. */
  published_on: z.string().nullable(),
  changed_on: z.string(),
  /** Increases with each change. */
  revision: z.number(),
  blocks: z.array(Block),
});
export type WrittenPage = z.infer<typeof WrittenPage>;

export const WrittenPageInList = WrittenPage.omit({ blocks: true });
export type WrittenPageInList = z.infer<typeof WrittenPageInList>;

/** An earlier state of a page. */
export const WrittenPageVersion = z.object({
  id: Id,
  title: z.string(),
  /** When it was saved. */
  saved_on: z.string(),
});
export type WrittenPageVersion = z.infer<typeof WrittenPageVersion>;

const published_on = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: "Enter a date and time" })
  .transform((time) => new Date(time).toISOString())
  .nullable();

export const WrittenPageFields = z.object({
  title: requiredText(TITLE_MAX_CHARS, "Enter a title"),
  slug: newSlug("Enter an address"),
  summary: storableText(PAGE_SUMMARY_MAX_CHARS),
  status: z.enum(PAGE_STATUSES),
  in_menu: z.boolean(),
  published_on,
  blocks: z.array(Block).max(BLOCKS_MAX),
});
export type WrittenPageFields = z.infer<typeof WrittenPageFields>;

const params = z.object({ id: PageId });
const response = z.object({ page: WrittenPage });

export const listWrittenPages = endpoint({
  method: "GET",
  path: "/admin/pages",
  summary: "Every page in the order of the menu, then the journal, newest first; without blocks",
  response: z.object({ pages: z.array(WrittenPageInList) }),
});

export const createWrittenPage = endpoint({
  method: "POST",
  path: "/admin/pages",
  summary: "Write a page or a journal entry: a draft unless `status` is public",
  body: WrittenPageFields.partial()
    .required({ title: true })
    .extend({ kind: z.enum(PAGE_KINDS) }),
  response,
  status: 201,
});

export const getWrittenPage = endpoint({
  method: "GET",
  path: "/admin/pages/:id",
  summary: "A page with its blocks",
  params,
  response,
});

export const updateWrittenPage = endpoint({
  method: "PUT",
  path: "/admin/pages/:id",
  summary: "Change any part of a page; 409 PAGE_CHANGED for an older revision",
  params,
  body: WrittenPageFields.partial().extend({ revision: z.number().int().min(0) }),
  response,
});

export const deleteWrittenPage = endpoint({
  method: "DELETE",
  path: "/admin/pages/:id",
  summary: "Delete a page with its versions",
  params,
  response: z.object({ message: z.string() }),
});

export const reorderWrittenPages = endpoint({
  method: "PUT",
  path: "/admin/pages/reorder",
  summary: "Set the order of the pages; must name each page of the menu exactly once, and may name the others",
  body: z.object({ ids: z.array(PageId).max(10_000) }),
  response: z.object({ pages: z.array(WrittenPageInList) }),
});

export const listWrittenPageVersions = endpoint({
  method: "GET",
  path: "/admin/pages/:id/versions",
  summary: "The last 30 earlier versions of a page, newest first",
  params,
  response: z.object({ versions: z.array(WrittenPageVersion) }),
});

export const getWrittenPageVersion = endpoint({
  method: "GET",
  path: "/admin/pages/:id/versions/:version",
  summary: "An earlier version, without the photos and albums that are gone; to restore it, save its parts",
  params: params.extend({ version: Id }),
  response: z.object({
    version: WrittenPageVersion.extend({ summary: z.string(), blocks: z.array(Block) }),
  }),
});

/** As visitors see it. */
export const PublicPage = WrittenPage.extend({
  /** Those that its blocks name. */
  photos: z.array(Photo),
  albums: z.array(AlbumWithCover),
});

/** In the list of pages and in the journal. */
export const PublicPageInList = WrittenPageInList.extend({
  cover: Photo.nullable(),
  /** Its summary, else the beginning of its text. */
  excerpt: z.string(),
});

const slug = z.object({ slug: slugInPath.meta({ entity: "Page" }) });

export const listPublicPages = endpoint({
  method: "GET",
  path: "/pages",
  summary: "The public pages in the owner's order, without blocks",
  response: z.object({ data: z.array(PublicPageInList) }),
});

export const getPublicPage = endpoint({
  method: "GET",
  path: "/pages/:slug",
  summary: "A public page, with what its reader may see",
  params: slug,
  response: z.object({ data: PublicPage }),
});

export const listJournal = endpoint({
  method: "GET",
  path: "/journal",
  summary: "The public entries of the journal, newest first, without blocks",
  response: z.object({ data: z.array(PublicPageInList) }),
});

export const getJournalEntry = endpoint({
  method: "GET",
  path: "/journal/:slug",
  summary: "A public entry of the journal, with what its reader may see",
  params: slug,
  response: z.object({ data: PublicPage }),
});
