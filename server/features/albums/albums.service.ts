import type { AlbumId } from "../../../contract/album-id.ts";
import type {
  AdminAlbum,
  createAlbum as createAlbumCall,
  updateAlbum as updateAlbumCall,
} from "../../../contract/albums.ts";
import type { BodyOf } from "../../../contract/endpoint.ts";
import type { AlbumRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { albumNotFound, invalid } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import * as members from "../../library/orders/album-members.queries.ts";
import { checkOrder } from "../../library/orders/order.ts";
import { closeGaps, setPositions } from "../../library/orders/positions.queries.ts";
import { findAlbum } from "../../library/shown/albums.queries.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import { findCategories } from "../../library/shown/categories.queries.ts";
import { photoCategoryOf, requireCategory } from "../../library/shown/categories.ts";
import * as formerPaths from "../../library/shown/former-addresses.queries.ts";
import { forgetAlbum } from "../../library/written/blocks.ts";
import { adminPhotosById } from "../photos/photos.service.ts";
import { presentAdminAlbum } from "./albums.present.ts";
import * as queries from "./albums.queries.ts";
import { freeSlug, isReservedSlug, slugBase } from "./albums.slug.ts";

/** Grouped by category, each in its public order. */
export async function listAlbums(deps: Deps): Promise<AdminAlbum[]> {
  const rows = await queries.findAlbums(deps.db, "admin");
  const byCategory = Map.groupBy(rows, ({ category }) => category);
  const inOrder = (await findCategories(deps.db)).flatMap(({ key }) => byCategory.get(key) ?? []);
  return presentAll(deps, inOrder);
}

/** A category's own order, which the lists of the site replace by the featured albums first. */
export const listAlbumIds = ({ db }: Deps, category: string) => queries.findAlbumIds(db, category);

export const listFeaturedAlbumIds = ({ db }: Deps) => queries.findFeaturedAlbumIds(db);

export async function getAdminAlbum(deps: Deps, slug: string): Promise<AdminAlbum> {
  const current = await requireAlbum(deps.db, slug);
  const row = await queries.findAlbumWithFigures(deps.db, "admin", current.slug);
  const [album] = row ? await presentAll(deps, [row]) : [];
  if (!album) throw albumNotFound();
  return album;
}

async function presentAll(deps: Deps, rows: queries.AlbumWithFigures[]): Promise<AdminAlbum[]> {
  const covers = await adminPhotosById(
    deps,
    rows.flatMap((row) => row.cover_id ?? []),
  );
  return rows.map((row) => presentAdminAlbum(row, row.cover_id ? covers.get(row.cover_id) : undefined));
}

/** An imported album keeps its slug if that is free: others may have linked to it. */
export async function createAlbum(
  deps: Deps,
  {
    slug: formerSlug,
    status = deps.site.current().new_albums,
    publish_on = null,
    ...fields
  }: BodyOf<typeof createAlbumCall> & { slug?: string },
): Promise<AdminAlbum> {
  const base = formerSlug ?? slugBase(fields.title);
  const slug = await changeLibrary(deps, async (trx) => {
    await requireCategory(trx, fields.category);
    // A former URL leads to its album for good, so no other album takes it.
    const taken = [...(await queries.findSlugsLike(trx, base)), ...(await formerPaths.findFormerSlugsLike(trx, base))];
    const slug = freeSlug(base, new Set(taken));
    await queries.insertAlbum(trx, {
      ...fields,
      slug,
      status,
      ...publishAt(deps, publish_on),
      position: (await queries.findAlbumIds(trx, fields.category)).length,
      featured_position: null,
      cover_photo_id: null,
      created_at: deps.now().toISOString(),
    });
    return slug;
  });
  return getAdminAlbum(deps, slug);
}

export async function updateAlbum(
  deps: Deps,
  slug: string,
  { category, featured, cover_photo_id, slug: chosenSlug, publish_on, ...columns }: BodyOf<typeof updateAlbumCall>,
  by?: Actor,
): Promise<AdminAlbum> {
  const currentSlug = await changeLibrary(deps, async (trx) => {
    const album = await requireAlbum(trx, slug);
    if (category !== undefined) await requireCategory(trx, category);
    if (Object.keys(columns).length > 0) await queries.updateAlbum(trx, album.id, columns);
    if (publish_on !== undefined) await queries.updateAlbum(trx, album.id, publishAt(deps, publish_on));
    if (cover_photo_id !== undefined) await chooseCover(trx, album, cover_photo_id);
    if (featured !== undefined) await setFeatured(trx, album, featured);
    if (category !== undefined && category !== album.category) await moveToCategory(trx, album, category);
    const now = { category: category ?? album.category, slug: chosenSlug ?? album.slug };
    if (now.slug !== album.slug) await setSlug(trx, album, now.slug);
    await keepFormerAddress(trx, album, now);
    if (columns.status !== undefined && columns.status !== album.status) {
      const detail = { album: now.slug, title: columns.title ?? album.title, visibility: columns.status };
      await recordActivity({ db: trx, now: deps.now }, { action: "visibility-changed", ...by, detail });
    }
    return now.slug;
  });
  return getAdminAlbum(deps, currentSlug);
}

const publishAt = ({ now }: Pick<Deps, "now">, publish_on: string | null) => ({
  publish_on,
  held: publish_on !== null && publish_on > now().toISOString() ? (1 as const) : (0 as const),
});

async function setSlug(trx: LibraryChange, album: AlbumRow, slug: string): Promise<void> {
  const other = (await findAlbum(trx, slug)) ?? (await formerPaths.findFormerOwner(trx, slug, album.id));
  if (other) throw invalid({ slug: [`This address belongs to the album “${other.title}”`] });
  if (isReservedSlug(slug)) throw invalid({ slug: ["This address is used by the site itself. Choose another one"] });
  await queries.updateAlbum(trx, album.id, { slug });
}

/** The page at the old URL leads to the new one from now on. */
async function keepFormerAddress(
  trx: LibraryChange,
  before: AlbumRow,
  now: Pick<AlbumRow, "category" | "slug">,
): Promise<void> {
  if (before.category === now.category && before.slug === now.slug) return;
  await formerPaths.insertFormerAddress(trx, before.id, before);
  await formerPaths.deleteFormerAddress(trx, now);
}

async function chooseCover(trx: LibraryChange, album: AlbumRow, photo: AlbumRow["cover_photo_id"]): Promise<void> {
  if (photo !== null && !(await members.isMember(trx, album.id, photo))) {
    throw invalid({ cover_photo_id: ["The cover must be a photo of this album"] });
  }
  await queries.updateAlbum(trx, album.id, { cover_photo_id: photo });
}

async function setFeatured(trx: LibraryChange, album: AlbumRow, featured: boolean): Promise<void> {
  if (featured === (album.featured_position !== null)) return;
  const featured_position = featured ? (await queries.findFeaturedAlbumIds(trx)).length : null;
  await queries.updateAlbum(trx, album.id, { featured_position });
  await closeGaps(trx, "album.featured_position");
}

/** To the end of the new category, with the photos whose home it is. */
async function moveToCategory(trx: LibraryChange, album: AlbumRow, category: string): Promise<void> {
  const position = (await queries.findAlbumIds(trx, category)).length;
  await queries.updateAlbum(trx, album.id, { category, position });
  await closeGaps(trx, "album.position", { category: album.category });
  await members.setCategoryOfMembers(trx, album.id, photoCategoryOf(category));
}

/** For an imported album. Leaves out URLs that another album has or had. */
export async function addFormerAddresses(deps: Deps, album: AdminAlbum, former: readonly string[]): Promise<void> {
  if (former.length === 0) return;
  await changeLibrary(deps, async (trx) => {
    for (const path of former) {
      const [category = "", slug = ""] = path.split("/").slice(1);
      const owner = await findAlbum(trx, slug);
      const isTaken = (owner && owner.id !== album.id) || (await formerPaths.findFormerOwner(trx, slug, album.id));
      const isCurrent = category === album.category && slug === album.slug;
      if (!isTaken && !isCurrent) await formerPaths.insertFormerAddress(trx, album.id, { category, slug });
    }
  });
}

/** Its photos stay in their other albums and in the library. */
export async function deleteAlbum(deps: Deps, slug: string, by: Actor): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    const album = await requireAlbum(trx, slug);
    await members.removeAllMembers(trx, album.id);
    const categories = (await findCategories(trx)).map(({ key }) => key);
    await members.moveHomes(trx, album.id, categories);
    await queries.deleteAlbum(trx, album.id);
    await forgetAlbum(trx, album.id);
    await closeGaps(trx, "album.position", { category: album.category });
    await closeGaps(trx, "album.featured_position");
    await recordActivity(
      { db: trx, now: deps.now },
      { action: "album-deleted", ...by, detail: { slug, title: album.title } },
    );
  });
}

export async function reorderAlbums(deps: Deps, category: string, ids: AlbumId[]): Promise<AdminAlbum[]> {
  await changeLibrary(deps, async (trx) => {
    await requireCategory(trx, category);
    checkOrder("album_ids", ids, new Set(await queries.findAlbumIds(trx, category)));
    await setPositions(trx, "album.position", ids);
  });
  return (await listAlbums(deps)).filter((album) => album.category === category);
}

export async function reorderFeaturedAlbums(deps: Deps, ids: AlbumId[]): Promise<AdminAlbum[]> {
  await changeLibrary(deps, async (trx) => {
    checkOrder("album_ids", ids, new Set(await queries.findFeaturedAlbumIds(trx)));
    await setPositions(trx, "album.featured_position", ids);
  });
  return presentAll(deps, await queries.findFeaturedAlbums(deps.db, "admin"));
}

export const countFeaturedAlbums = async ({ db }: Deps): Promise<number> =>
  (await queries.findFeaturedAlbumIds(db)).length;
