import type { PageKind } from "../../contract/limits.ts";
import type { ContactFormState, Menu, PageContent, ShownLine } from "../../contract/pages.ts";
import { paths } from "../../contract/paths.ts";
import type { Panel } from "../../contract/sequences.ts";
import { Slug } from "../../contract/text.ts";
import type { Deps } from "../deps.ts";
import { AppError, albumNotFound, notFound, photoNotFound } from "../errors.ts";
import { openDraft, readDraft } from "../features/albums/drafts.service.ts";
import {
  findHomeOf,
  findMovedAlbumPath,
  findNextAlbum,
  findShownSlug,
  getPublicAlbum,
  listFeaturedPhotos,
  listPublicAlbums,
  listSections,
  listSelectedAlbums,
  listShowpieces,
  listTaggedPhotos,
  menuOf,
} from "../features/albums/public-albums.service.ts";
import {
  findMovedCategoryPath,
  listShownCategories,
  requireShownCategory,
} from "../features/categories/categories.service.ts";
import { PAGE_VIEW } from "../features/photos/photos.present.ts";
import { findPortrait } from "../features/site/site.service.ts";
import {
  findMovedPagePath,
  getShownPage,
  listMenuPages,
  listPublicPages,
} from "../features/written-pages/public-written-pages.service.ts";
import type { Cache } from "../library/cache-until-change.ts";

// One composer per page. Both the HTML and the JSON of a page come from here, so they cannot disagree.

export type PageParams = { category?: string; albumSlug?: string; photoId?: string; tag?: string; token?: string };
export type ComposePage = (deps: Deps, params: PageParams, cache: Cache) => Promise<PageContent>;

/** The page has moved: what was at this URL is at another one for good. */
export class MovedError extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`moved to ${path}`);
    this.path = path;
  }
}

/** An empty album would be a grey box that leads nowhere. */
const LISTING = { view: PAGE_VIEW, includesEmpty: false };
const TAG_PAGE_MAX_PHOTOS = 500;
const SLIDESHOW_MAX_PHOTOS = 1_000;
const MENU_MAX_ALBUMS = 6;
const NOT_FOUND_PHOTOS = 3;

/** What the owner chose, else the categories. */
export async function composeHome(deps: Deps, _params: PageParams, cache: Cache): Promise<PageContent> {
  return (await composeChosenHome(deps, cache)) ?? composeCategories(deps);
}

/** Undefined where what it needs is missing. */
async function composeChosenHome(deps: Deps, cache: Cache): Promise<PageContent | undefined> {
  const { kind, album_id } = deps.site.current().home;
  if (kind === "categories") return undefined;
  if (kind === "album") {
    const slug = album_id === null ? undefined : await findShownSlug(deps, album_id);
    const album = slug === undefined ? undefined : await readAlbum(deps, slug, cache).catch(undefinedIfNotFound);
    if (!album || album.photos.length === 0) return undefined;
    return { page: "album", is_home: true, ...album, offset: 0, is_whole: true };
  }
  const linked_photos = await listFeaturedPhotos(deps, kind === "photo" ? 1 : SLIDESHOW_MAX_PHOTOS);
  return linked_photos.length > 0 ? { page: "showcase", kind, linked_photos } : undefined;
}

/** A category without a photo to see is left out, unless none has one: a fresh site shows all of them. */
async function composeCategories(deps: Deps): Promise<PageContent> {
  const categories = await listShownCategories(deps, LISTING);
  const filled = categories.filter(({ count }) => count > 0);
  return {
    page: "home",
    categories: filled.length > 0 ? filled : categories,
    selected: await listSelectedAlbums(deps, LISTING),
  };
}

export async function composeCategory(deps: Deps, params: PageParams): Promise<PageContent> {
  const category = categoryOf(params);
  if (category !== params.category) throw new MovedError(paths.category(category));
  const shown = await requireShownCategory(deps, category).catch(undefinedIfNotFound);
  if (shown) {
    const { name, description } = shown;
    return { page: "category", category, name, description, albums: await listPublicAlbums(deps, category, LISTING) };
  }
  return composeWritten(deps, { kind: "page", slug: category }, async () => {
    const moved = await findMovedCategoryPath(deps, category);
    throw moved === undefined ? notFound() : new MovedError(moved);
  });
}

/** `otherwise` looks for what else may be at this URL. */
async function composeWritten(
  deps: Deps,
  which: { kind: PageKind; slug: string },
  otherwise: () => Promise<PageContent>,
): Promise<PageContent> {
  const written = await getShownPage(deps, which).catch(undefinedIfNotFound);
  if (written) return { page: "written", written };
  const moved = await findMovedPagePath(deps, which);
  if (moved !== undefined) throw new MovedError(moved);
  return otherwise();
}

/** A category could be called "journal" before the site had one: its pages stay where they are. */
const JOURNAL = "journal";

/** There while it has an entry. */
export async function composeJournal(deps: Deps): Promise<PageContent> {
  const entries = await listPublicPages(deps, "entry", PAGE_VIEW);
  if (entries.length === 0) return composeCategory(deps, { category: JOURNAL });
  return {
    page: "journal",
    entries: entries.map(({ id, title, url, published_on, cover, excerpt }) => ({
      ...{ id, title, url, published_on, cover, excerpt },
    })),
  };
}

export async function composeEntry(deps: Deps, { albumSlug }: PageParams, cache: Cache): Promise<PageContent> {
  const slug = Slug.safeParse(albumSlug).data;
  if (slug === undefined) throw notFound();
  if (slug !== albumSlug) throw new MovedError(paths.written({ kind: "entry", slug }));
  return composeWritten(deps, { kind: "entry", slug }, () =>
    composeAlbum(deps, { category: JOURNAL, albumSlug: slug }, cache),
  );
}

export async function composeAlbum(deps: Deps, params: PageParams, cache: Cache): Promise<PageContent> {
  return { page: "album", ...(await findAlbum(deps, params, cache)), offset: 0, is_whole: true };
}

/** The draft or version that an unlisted link names. Once visitors see the album itself, the link to its draft leads there. */
export async function composeDraft(deps: Deps, { token = "", photoId }: PageParams): Promise<PageContent> {
  const opened = await openDraft(deps, token);
  const shown = opened.version === null ? await findShownSlug(deps, opened.album.id) : undefined;
  if (shown !== undefined) throw movedTo(paths.album(opened.album), { photoId });
  const read = await readDraft(deps, opened, token);
  const draft = { ...read, panels: shownLine(read.panels) };
  if (photoId === undefined) return { page: "album", is_draft: true, ...draft };
  const photo = draft.photos.find(({ id }) => String(id) === photoId);
  if (!photo) throw photoNotFound();
  return { page: "photo", photo_id: photo.id, is_draft: true, ...draft };
}

/** The photo and its neighbours: all that the page shows and links to. */
export async function composePhoto(deps: Deps, params: PageParams, cache: Cache): Promise<PageContent> {
  const { album, photos, panels, next_album } = await findAlbum(deps, params, cache);
  // An id has one spelling: 7 is found, 07 and 7.0 are not.
  const index = photos.findIndex((photo) => String(photo.id) === params.photoId);
  const photo = photos[index];
  if (!photo) throw photoNotFound();
  const offset = Math.max(index - 1, 0);
  const neighbours = photos.slice(offset, index + 2);
  const is_whole = neighbours.length === photos.length;
  const home = await findHomeOf(deps, photo.id);
  const home_path = home && home.url !== album.url ? paths.photo(home, photo.id) : undefined;
  const shown = is_whole ? { photos, panels } : { photos: neighbours };
  return { page: "photo", photo_id: photo.id, home_path, album, ...shown, offset, is_whole, next_album };
}

export async function composeTag(deps: Deps, { tag = "" }: PageParams): Promise<PageContent> {
  const { photos, total } = await listTaggedPhotos(deps, tag, TAG_PAGE_MAX_PHOTOS);
  if (photos.length === 0) throw notFound();
  return { page: "tag", tag, linked_photos: photos, total };
}

export async function composeContact(deps: Deps, form: ContactFormState | null = null): Promise<PageContent> {
  const isUploaded = deps.site.current().pictures.portrait !== null;
  return { page: "contact", portrait: isUploaded ? null : await findPortrait(deps, PAGE_VIEW), form };
}

/** Rethrows anything that is not a 404. */
export async function composeNotFound(deps: Deps, error: unknown, cache: Cache): Promise<PageContent> {
  if (!(error instanceof AppError) || error.status !== 404) throw error;
  const isNamed = error.code === "ALBUM_NOT_FOUND" || error.code === "PHOTO_NOT_FOUND";
  // Wrong URLs are mostly requested by bots, in numbers.
  const linked_photos = await cache("showpieces", () => listShowpieces(deps, NOT_FOUND_PHOTOS));
  return { page: "not-found", message: isNamed ? error.message : "", linked_photos };
}

/** On every page, so it is read once per change of the library. */
export function composeMenu(deps: Deps, cache: Cache): Promise<Menu> {
  return cache("menu", async () => ({
    categories: menuOf(await readSections(deps, cache), MENU_MAX_ALBUMS),
    pages: await listMenuPages(deps),
  }));
}

/** Most albums have none, and their pages carry none. */
export function shownLine(panels: Panel[] | undefined): ShownLine {
  return panels?.some((panel) => panel.kind !== "photos" || panel.photo_ids.length > 1) ? panels : undefined;
}

/** Read once for the album's page and the pages of its photos. */
async function findAlbum(deps: Deps, params: PageParams, cache: Cache) {
  const category = categoryOf(params);
  const slug = Slug.safeParse(params.albumSlug).data;
  if (slug === undefined) throw await missingAlbum(deps, category);
  // The same letters, spelled in another way: a page has one URL.
  if (category !== params.category || slug !== params.albumSlug) throw movedTo(paths.album({ category, slug }), params);
  const found = await readAlbum(deps, slug, cache).catch(undefinedIfNotFound);
  if (found?.album.category === category) return found;
  const moved = await findMovedAlbumPath(deps, { category, slug });
  if (moved === undefined) throw await missingAlbum(deps, category);
  throw movedTo(moved, params);
}

const readAlbum = (deps: Deps, slug: string, cache: Cache) =>
  cache(`album ${slug}`, async () => {
    const { album, photos, panels } = await getPublicAlbum(deps, slug, PAGE_VIEW);
    const next_album = await findNextAlbum(deps, await readSections(deps, cache), album, PAGE_VIEW);
    return { album, photos, panels: shownLine(panels), next_album };
  });

/** For the menu, and to find the album after another. */
const readSections = (deps: Deps, cache: Cache) => cache("sections", () => listSections(deps));

function movedTo(url: string, { photoId }: PageParams): MovedError {
  if (photoId !== undefined && !/^\d+$/.test(photoId)) throw photoNotFound();
  return new MovedError(photoId === undefined ? url : paths.photo({ url }, Number(photoId)));
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.status !== 404) throw error;
}

/** Throws for what cannot be a key: PostgreSQL would fail on some of it. */
function categoryOf(params: PageParams): string {
  const category = Slug.safeParse(params.category).data;
  if (category === undefined) throw notFound();
  return category;
}

/** Below a URL that is no category, nothing is said to be an album. */
async function missingAlbum(deps: Deps, category: string): Promise<AppError> {
  const shown = await requireShownCategory(deps, category).catch(undefinedIfNotFound);
  return shown ? albumNotFound() : notFound();
}
