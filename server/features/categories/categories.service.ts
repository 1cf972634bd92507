import type {
  AdminCategory,
  CategoryEntry,
  createCategory as createCall,
  updateCategory as updateCall,
} from "../../../contract/categories.ts";
import type { BodyOf } from "../../../contract/endpoint.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { paths, picturePath, RESERVED_KEYS } from "../../../contract/paths.ts";
import type { CategoryRow } from "../../db/category-table.ts";
import type { Deps } from "../../deps.ts";
import { categoryNotFound, conflict, invalid } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { closeGaps, setPositions } from "../../library/orders/positions.queries.ts";
import * as queries from "../../library/shown/categories.queries.ts";
import { photoCategoryOf } from "../../library/shown/categories.ts";
import { pageWithKey } from "../../library/written/slugs.ts";
import { slugBase } from "../albums/albums.slug.ts";
import { type Listing, listPublicAlbums } from "../albums/public-albums.service.ts";
import { firstFeaturedPhoto, publicPhotosById } from "../photos/photos.service.ts";

type EntryWith<P extends ShownPhoto> = Omit<CategoryEntry, "cover" | "position"> & { key: string; cover: P | null };

/** Those that visitors see, in the owner's order. */
export async function listShownCategories<P extends ShownPhoto>(
  deps: Deps,
  listing: Listing<P>,
): Promise<EntryWith<P>[]> {
  const shown = (await queries.findCategories(deps.db)).filter(({ hidden }) => !hidden);
  return Promise.all(shown.map((category) => describe(deps, category, listing)));
}

/** Its cover is the owner's choice, else its first featured photo, else the cover of its first album that has one. */
async function describe<P extends ShownPhoto>(
  deps: Deps,
  { key, name, description, cover_photo_id }: CategoryRow,
  listing: Listing<P>,
): Promise<EntryWith<P>> {
  const albums = await listPublicAlbums(deps, key, listing);
  const chosen = cover_photo_id && (await publicPhotosById(deps, [cover_photo_id], listing.view)).get(cover_photo_id);
  const featured = chosen ?? (await firstFeaturedPhoto(deps, photoCategoryOf(key), listing.view));
  const cover = featured ?? albums.find((album) => album.cover)?.cover ?? null;
  return {
    key,
    name,
    description,
    count: albums.length,
    url: paths.category(key),
    cover_image: cover && picturePath(cover, "medium", "jpg"),
    cover,
  };
}

/** Throws when visitors do not see it. */
export async function requireShownCategory({ db }: Deps, key: string): Promise<CategoryRow> {
  const category = await queries.findCategory(db, key);
  if (!category || category.hidden) throw categoryNotFound();
  return category;
}

/** The current URL of the category that had this key. Undefined when visitors see no such category. */
export async function findMovedCategoryPath({ db }: Deps, key: string): Promise<string | undefined> {
  const category = await queries.findCategoryByFormerKey(db, key);
  return category && !category.hidden ? paths.category(category.key) : undefined;
}

export async function listAdminCategories({ db }: Pick<Deps, "db">): Promise<AdminCategory[]> {
  const albums = await queries.countAlbumsByCategory(db);
  const photos = await queries.countPhotosByCategory(db);
  const former = Map.groupBy(await queries.findFormerKeys(db), ({ category_id }) => category_id);
  const covers = await queries.findCoversThere(db);
  return (await queries.findCategories(db)).map(({ id, key, name, hidden, description, cover_photo_id, position }) => ({
    id,
    key,
    name,
    url: paths.category(key),
    hidden: hidden === 1,
    description,
    cover_photo_id: cover_photo_id !== null && covers.has(cover_photo_id) ? cover_photo_id : null,
    position,
    album_count: albums.get(key) ?? 0,
    photo_count: photos.get(photoCategoryOf(key)) ?? 0,
    former_keys: (former.get(id) ?? []).map((each) => each.key),
  }));
}

async function getAdminCategory(deps: Deps, key: string): Promise<AdminCategory> {
  const category = (await listAdminCategories(deps)).find((each) => each.key === key);
  if (!category) throw categoryNotFound();
  return category;
}

/** At the end of the order. */
export async function createCategory(
  deps: Deps,
  { name, key: chosenKey, hidden = false }: BodyOf<typeof createCall> & { hidden?: boolean },
): Promise<AdminCategory> {
  const key = chosenKey ?? slugBase(name, "category");
  await changeLibrary(deps, async (trx) => {
    await requireFreeKey(trx, key, chosenKey === undefined ? "name" : "key");
    const position = (await queries.findCategories(trx)).length;
    await queries.insertCategory(trx, { key, name, position, hidden: hidden ? 1 : 0 });
  });
  return getAdminCategory(deps, key);
}

export async function updateCategory(
  deps: Deps,
  key: string,
  { key: chosenKey, hidden, ...columns }: BodyOf<typeof updateCall>,
  by?: Actor,
): Promise<AdminCategory> {
  const currentKey = await changeLibrary(deps, async (trx) => {
    const category = await requireCategory(trx, key);
    if (columns.cover_photo_id != null && !(await queries.findUsableCover(trx, columns.cover_photo_id))) {
      throw invalid({ cover_photo_id: ["Choose a photo of the library that is not in the trash"] });
    }
    if (Object.keys(columns).length > 0) await queries.updateCategory(trx, category.id, columns);
    if (hidden !== undefined && hidden !== (category.hidden === 1)) {
      await queries.updateCategory(trx, category.id, { hidden: hidden ? 1 : 0 });
      const detail = { category: columns.name ?? category.name, visibility: hidden ? "hidden" : "visible" };
      await recordActivity({ db: trx, now: deps.now }, { action: "visibility-changed", ...by, detail });
    }
    if (chosenKey === undefined || chosenKey === category.key) return category.key;
    await changeKey(trx, category, chosenKey);
    return chosenKey;
  });
  return getAdminCategory(deps, currentKey);
}

/** The old URLs of the category, its albums and their photos lead to the new ones from now on. */
async function changeKey(trx: LibraryChange, category: CategoryRow, key: string): Promise<void> {
  await requireFreeKey(trx, key, "key", category);
  await queries.updateCategory(trx, category.id, { key });
  await queries.insertFormerKey(trx, category.id, category.key);
  await queries.deleteFormerKey(trx, key);
  await queries.keepAddressesOfAlbums(trx, category.key, key);
  await queries.moveToKey(trx, category.key, key);
}

async function requireFreeKey(
  trx: LibraryChange,
  key: string,
  field: "name" | "key",
  except?: CategoryRow,
): Promise<void> {
  if (RESERVED_KEYS.includes(key)) {
    throw invalid({ [field]: [`The address /${key} is used by the site itself. Choose another one`] });
  }
  const owner = (await queries.findCategory(trx, key)) ?? (await queries.findCategoryByFormerKey(trx, key));
  if (owner && owner.id !== except?.id) {
    throw invalid({ [field]: [`The address /${key} belongs to the category “${owner.name}”`] });
  }
  const page = await pageWithKey(trx, key);
  if (page !== undefined) throw invalid({ [field]: [page] });
}

export async function reorderCategories(deps: Deps, keys: string[]): Promise<AdminCategory[]> {
  await changeLibrary(deps, async (trx) => {
    const ids = new Map((await queries.findCategories(trx)).map(({ key, id }) => [key, id]));
    const order = keys.flatMap((key) => ids.get(key) ?? []);
    if (order.length !== keys.length || new Set(order).size !== ids.size || order.length !== ids.size) {
      throw invalid({ keys: ["Name everything in this list exactly once"] });
    }
    await setPositions(trx, "category.position", order);
  });
  return listAdminCategories(deps);
}

export async function deleteCategory(deps: Deps, key: string): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    const category = await requireCategory(trx, key);
    const current = (await listAdminCategories({ db: trx })).find((each) => each.key === category.key);
    if (current && current.album_count > 0)
      throw conflict("This category still has albums. Move or delete them first.");
    if (current && current.photo_count > 0)
      throw conflict("This category still has photos. Move or delete them first.");
    if (await queries.hasPhotos(trx, photoCategoryOf(category.key))) {
      throw conflict("Photos of this category are in the trash. Restore or delete them first.");
    }
    if ((await queries.findCategories(trx)).length === 1) throw conflict("The last category cannot be deleted.");
    await queries.deleteCategory(trx, category.id);
    await closeGaps(trx, "category.position");
  });
}

/** A former key works too: another window, or an undo, may not know the new one yet. */
async function requireCategory(trx: LibraryChange, key: string): Promise<CategoryRow> {
  const category = (await queries.findCategory(trx, key)) ?? (await queries.findCategoryByFormerKey(trx, key));
  if (!category) throw categoryNotFound();
  return category;
}
