import type { Generated, Selectable } from "kysely";
import type { PageKind } from "../../contract/limits.ts";
import type { PageId } from "../../contract/written-pages.ts";

/** A page or journal entry that the owner writes. */
type WrittenPageTable = {
  id: Generated<PageId>;
  kind: PageKind;
  slug: string;
  title: string;
  summary: string;
  status: "draft" | "public";
  in_menu: 0 | 1;
  /** Null for an entry of the journal. */
  position: number | null;
  /** Visitors see a public page from then on. */
  published_on: string | null;
  changed_on: string;
  revision: number;
  /** JSON. */
  blocks: string;
  /** A UUID, by which feed readers know it. */
  feed_id: string;
};

/** An earlier state of a page, and when that was saved. */
type WrittenPageVersionTable = {
  id: Generated<number>;
  page_id: PageId;
  title: string;
  summary: string;
  blocks: string;
  saved_on: string;
};

/** An address that leads to its page for good. */
type FormerPageSlugTable = { id: Generated<number>; kind: PageKind; slug: string; page_id: PageId };

export type WrittenPageTables = {
  written_page: WrittenPageTable;
  written_page_version: WrittenPageVersionTable;
  former_page_slug: FormerPageSlugTable;
};

export type WrittenPageRow = Selectable<WrittenPageTable>;
export type WrittenPageVersionRow = Selectable<WrittenPageVersionTable>;
