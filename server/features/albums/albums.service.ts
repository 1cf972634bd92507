import type { AlbumId } from "../../../contract/album-id.ts";
import type {
  AdminAlbum,
  createAlbum as createAlbumCall,
  updateAlbum as updateAlbumCall,
} from "../../../contract/albums.ts";
import type { BodyOf } from "../../../contract/endpoint.ts";
import { CATEGORIES, type Category } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { albumNotFound, invalid } from "../../errors.ts";
import * as members from "../../library/album-members.queries.ts";
import { photoCategoryOf, requireAlbum } from "../../library/albums.ts";
import { type Actor, recordAudit } from "../../library/audit.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { checkOrder } from "../../library/order.ts";
import { closeGaps, setPositions } from "../../library/positions.queries.ts";
import type { AlbumRow } from "../../platform/db/schema.ts";
import { adminPhotosById } from "../photos/photos.service.ts";
import { presentAdminAlbum } from "./albums.present.ts";
import * as queries from "./albums.queries.ts";
import { freeSlug, slugBase } from "./albums.slug.ts";

/** Grouped by category, each in its public order. */
export async function listAlbums(deps: Deps): Promise<AdminAlbum[]> {
  const rows = await queries.findAlbums(deps.db, "admin");
  const inOrder = CATEGORIES.flatMap((category) => rows.filter((row) => row.category === category));
  return presentAll(deps, inOrder);
}

export async function getAdminAlbum(deps: Deps, slug: string): Promise<AdminAlbum> {
  const row = await queries.findAlbumWithFigures(deps.db, "admin", slug);
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
  { slug: formerSlug, ...fields }: BodyOf<typeof createAlbumCall> & { slug?: string },
): Promise<AdminAlbum> {
  const base = formerSlug ?? slugBase(fields.title);
  const slug = await changeLibrary(deps, async (trx) => {
    const slug = freeSlug(base, await queries.findSlugsLike(trx, base));
    await queries.insertAlbum(trx, {
      ...fields,
      slug,
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
  { category, featured, cover_photo_id, ...texts }: BodyOf<typeof updateAlbumCall>,
): Promise<AdminAlbum> {
  await changeLibrary(deps, async (trx) => {
    const album = await requireAlbum(trx, slug);
    if (Object.keys(texts).length > 0) await queries.updateAlbum(trx, album.id, texts);
    if (cover_photo_id !== undefined) await chooseCover(trx, album, cover_photo_id);
    if (featured !== undefined) await setFeatured(trx, album, featured);
    if (category !== undefined && category !== album.category) await moveToCategory(trx, album, category);
  });
  return getAdminAlbum(deps, slug);
}

async function chooseCover(trx: LibraryChange, album: AlbumRow, photo: AlbumRow["cover_photo_id"]): Promise<void> {
  const [albumOfPhoto] = photo === null ? [album.id] : await members.findAlbumsOf(trx, [photo]);
  if (albumOfPhoto !== album.id) throw invalid({ cover_photo_id: ["The cover must be a photo of this album"] });
  await queries.updateAlbum(trx, album.id, { cover_photo_id: photo });
}

async function setFeatured(trx: LibraryChange, album: AlbumRow, featured: boolean): Promise<void> {
  if (featured === (album.featured_position !== null)) return;
  const featured_position = featured ? (await queries.findFeaturedAlbumIds(trx)).length : null;
  await queries.updateAlbum(trx, album.id, { featured_position });
  await closeGaps(trx, "album.featured_position");
}

/** To the end of the new category, with its photos. */
async function moveToCategory(trx: LibraryChange, album: AlbumRow, category: Category): Promise<void> {
  const position = (await queries.findAlbumIds(trx, category)).length;
  await queries.updateAlbum(trx, album.id, { category, position });
  await closeGaps(trx, "album.position", { category: album.category });
  await members.setCategoryOfMembers(trx, album.id, photoCategoryOf(category));
}

/** Its photos stay in the library. */
export async function deleteAlbum(deps: Deps, slug: string, by: Actor): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    const album = await requireAlbum(trx, slug);
    await members.clearWholeAlbum(trx, album.id);
    await queries.deleteAlbum(trx, album.id);
    await closeGaps(trx, "album.position", { category: album.category });
    await closeGaps(trx, "album.featured_position");
    await recordAudit({ db: trx, now: deps.now }, { action: "album-deleted", ...by, detail: { slug } });
  });
}

export async function reorderAlbums(deps: Deps, category: Category, ids: AlbumId[]): Promise<AdminAlbum[]> {
  await changeLibrary(deps, async (trx) => {
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
