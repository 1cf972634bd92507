import type { AlbumId } from "../../../contract/album-id.ts";
import type { PageKind } from "../../../contract/limits.ts";
import { wordsOf } from "../../../contract/page-text.ts";
import type { MenuPage, ShownBlock, ShownPhoto, ShownWrittenPage } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Block } from "../../../contract/written-pages.ts";
import type { WrittenPageRow } from "../../db/written-page-table.ts";
import type { Deps } from "../../deps.ts";
import { pageNotFound } from "../../errors.ts";
import { albumsIn, onlyWith, photosIn, readBlocks } from "../../library/written/blocks.ts";
import { findPageByFormerSlug } from "../../library/written/written-pages.queries.ts";
import { linkedPhotosById, listPublicAlbumsById } from "../albums/public-albums.service.ts";
import { PAGE_VIEW, type PhotoView } from "../photos/photos.present.ts";
import { publicPhotosById } from "../photos/photos.service.ts";
import * as queries from "./written-pages.queries.ts";
import { presentInList } from "./written-pages.service.ts";

const EXCERPT_MAX_CHARS = 240;

type Which = { kind: PageKind; slug: string };

/** Pages in the order of the menu, or the entries of the journal, newest first. */
export async function listPublicPages<P extends ShownPhoto>(deps: Deps, kind: PageKind, view: PhotoView<P>) {
  const listed = await withCovers(deps, await shownPages(deps, kind), view);
  return listed.map(({ page, cover, excerpt }) => ({ ...presentInList(page), cover, excerpt }));
}

/** A page with its first photo that visitors may see. */
export type ListedPage = { page: WrittenPageRow; cover: ShownPhoto | null; excerpt: string };

/** The last ones that were published, for a feed. */
export async function listRecentPages(deps: Deps, kinds: readonly PageKind[], limit: number): Promise<ListedPage[]> {
  const shown = await Promise.all(kinds.map((kind) => shownPages(deps, kind)));
  const newest = shown
    .flat()
    .toSorted((one, other) => ((one.published_on ?? "") < (other.published_on ?? "") ? 1 : -1));
  return withCovers(deps, newest.slice(0, limit), PAGE_VIEW);
}

async function withCovers<P extends ShownPhoto>(deps: Deps, pages: readonly WrittenPageRow[], view: PhotoView<P>) {
  const rows = pages.map((page) => ({ page, blocks: readBlocks(page.blocks) }));
  const photos = await publicPhotosById(deps, [...new Set(rows.flatMap(({ blocks }) => photosIn(blocks)))], view);
  return rows.map(({ page, blocks }) => {
    const id = photosIn(blocks).find((id) => photos.has(id));
    const cover = (id !== undefined && photos.get(id)) || null;
    return { page, cover, excerpt: excerptOf(page.summary, blocks) };
  });
}

/** The paths that public pages and entries had before. */
export async function listFormerPaths(deps: Deps): Promise<string[]> {
  const shown = [...(await shownPages(deps, "page")), ...(await shownPages(deps, "entry"))];
  const ids = new Set(shown.map(({ id }) => id));
  const former = await queries.findFormerSlugs(deps.db);
  return former.filter(({ page_id }) => ids.has(page_id)).map(paths.written);
}

/** Its summary, else the beginning of its text. */
function excerptOf(summary: string, blocks: readonly Block[]): string {
  if (summary !== "") return summary;
  const words = blocks.flatMap((block) => (block.kind === "text" ? wordsOf(block.text) : [])).join(" ");
  if (words.length <= EXCERPT_MAX_CHARS) return words;
  const cut = words.slice(0, EXCERPT_MAX_CHARS - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1))}…`;
}

/** With what visitors may see of it. */
export async function getPublicPage<P extends ShownPhoto>(deps: Deps, which: Which, view: PhotoView<P>) {
  const row = await requireShown(deps, which);
  const blocks = readBlocks(row.blocks);
  const photos = await publicPhotosById(deps, [...new Set(photosIn(blocks))], view);
  const albums = await listPublicAlbumsById(deps, albumsIn(blocks), view);
  const shown = {
    hasPhoto: (id: PhotoId) => photos.has(id),
    hasAlbum: (id: AlbumId) => albums.some((album) => album.id === id),
  };
  return { ...presentInList(row), blocks: onlyWith(blocks, shown), photos: [...photos.values()], albums };
}

/** As its page shows it. */
export async function getShownPage(deps: Deps, which: Which): Promise<ShownWrittenPage> {
  const row = await requireShown(deps, which);
  const { id, kind, title, summary, published_on, changed_on } = row;
  const blocks = readBlocks(row.blocks);
  return {
    ...{ id, kind, title, summary, published_on, changed_on },
    excerpt: excerptOf(summary, blocks),
    blocks: await showBlocks(deps, blocks),
    ...(kind === "entry" && (await findNeighbours(deps, id))),
  };
}

/** Albums without a photo to see would be grey boxes. */
async function showBlocks(deps: Deps, blocks: readonly Block[]): Promise<ShownBlock[]> {
  const photos = await linkedPhotosById(deps, [...new Set(photosIn(blocks))]);
  const albums = await listPublicAlbumsById(deps, albumsIn(blocks), PAGE_VIEW);
  return blocks.flatMap((block): ShownBlock | [] => {
    if (block.kind === "photos") {
      const shown = block.photo_ids.flatMap((id) => photos.get(id) ?? []);
      return shown.length > 0 ? { kind: "photos", photos: shown, caption: block.caption } : [];
    }
    if (block.kind !== "album") return block;
    const album = albums.find(({ id }) => id === block.album_id);
    return album?.cover ? { kind: "album", album } : [];
  });
}

async function findNeighbours(deps: Deps, id: number): Promise<Pick<ShownWrittenPage, "newer" | "older">> {
  const entries = await shownPages(deps, "entry");
  const index = entries.findIndex((entry) => entry.id === id);
  const [newer, older] = [entries[index - 1], entries[index + 1]];
  return { ...(newer && { newer: linkTo(newer) }), ...(older && { older: linkTo(older) }) };
}

const linkTo = (page: WrittenPageRow): MenuPage => ({ title: page.title, url: paths.written(page) });

/** The journal is the last one while it has an entry. */
export async function listMenuPages(deps: Deps): Promise<MenuPage[]> {
  const links = (await shownPages(deps, "page")).filter(({ in_menu }) => in_menu === 1).map(linkTo);
  const hasJournal = (await shownPages(deps, "entry")).length > 0;
  return hasJournal ? [...links, { title: "Journal", url: paths.journal }] : links;
}

/** For the sitemap. */
export async function listPublicUrls(deps: Deps): Promise<{ url: string; changed_on: string }[]> {
  const [pages, entries] = [await shownPages(deps, "page"), await shownPages(deps, "entry")];
  const written = [...pages, ...entries].map((page) => ({ url: paths.written(page), changed_on: page.changed_on }));
  return entries[0] ? [...written, { url: paths.journal, changed_on: entries[0].changed_on }] : written;
}

/** The current URL of the page that had this slug. Undefined when visitors see no such page. */
export async function findMovedPagePath(deps: Deps, { kind, slug }: Which): Promise<string | undefined> {
  const page = await findPageByFormerSlug(deps.db, kind, slug);
  const now = deps.now().toISOString();
  const shown = page && (await queries.findShownPage(deps.db, { kind, slug: page.slug, now }));
  return shown && paths.written(shown);
}

async function requireShown({ db, now }: Deps, which: Which): Promise<WrittenPageRow> {
  const row = await queries.findShownPage(db, { ...which, now: now().toISOString() });
  if (!row) throw pageNotFound();
  return row;
}

const shownPages = ({ db, now }: Pick<Deps, "db" | "now">, kind: PageKind) =>
  queries.findShownPages(db, kind, now().toISOString());
