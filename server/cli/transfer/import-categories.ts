import { RESERVED_KEYS } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { readConfig } from "../../config.ts";
import { connectDatabase } from "../../db/connect.ts";
import type { Deps } from "../../deps.ts";
import { listAlbums } from "../../features/albums/albums.service.ts";
import {
  createCategory,
  deleteCategory,
  listAdminCategories,
  reorderCategories,
  updateCategory,
} from "../../features/categories/categories.service.ts";
import type { Collection } from "../../features/export/collection.ts";
import { changeLibrary } from "../../library/change-library.ts";
import { findCategories, findCategoryByFormerKey, insertFormerKey } from "../../library/shown/categories.queries.ts";
import type { CommandIo } from "../command/command.ts";
import { hasDatabaseFile } from "../command/open-library.ts";

type CollectedCategory = Collection["categories"][number];

/**
 * A library without albums and photos gets exactly the categories described. Any other keeps its own, and gets those that
 * are missing. Returns the key in the library of each key described.
 */
export async function importCategories(deps: Deps, collection: Collection): Promise<Map<string, string>> {
  const described = withAlbumCategories(collection);
  const isEmpty = (await listAlbums(deps)).length === 0 && (await hasNoPhotos(deps));
  const keyOf = new Map<string, string>();
  for (const category of described) keyOf.set(category.key, await importCategory(deps, category, isEmpty));
  if (isEmpty && collection.categories.length > 0) {
    const named = new Set(keyOf.values());
    for (const { key } of await listAdminCategories(deps)) if (!named.has(key)) await deleteCategory(deps, key);
    await reorderCategories(deps, [...named]);
  }
  return keyOf;
}

async function importCategory(deps: Deps, category: CollectedCategory, isEmpty: boolean): Promise<string> {
  const { key, name, hidden, description, former_keys } = category;
  const known =
    (await findCategories(deps.db)).find((each) => each.key === key) ?? (await findCategoryByFormerKey(deps.db, key));
  if (known && isEmpty) await updateCategory(deps, known.key, { name, hidden, description });
  if (!known) {
    await createCategory(deps, { key, name, hidden });
    if (description !== "") await updateCategory(deps, key, { description });
  }
  if (known && !isEmpty) return known.key;
  await changeLibrary(deps, async (trx) => {
    const categories = await findCategories(trx);
    const id = categories.find((each) => each.key === (known?.key ?? key))?.id;
    for (const former of former_keys) {
      const isTaken =
        RESERVED_KEYS.includes(former) ||
        categories.some((each) => each.key === former) ||
        (await findCategoryByFormerKey(trx, former)) !== undefined;
      if (id !== undefined && !isTaken) await insertFormerKey(trx, id, former);
    }
  });
  return known?.key ?? key;
}

/** A description written by hand may name a category only in its albums. */
function withAlbumCategories({ categories, albums }: Collection): CollectedCategory[] {
  const named = new Map(categories.map((category) => [category.key, category]));
  for (const { category: key } of albums) {
    const name = key.charAt(0).toUpperCase() + key.slice(1).replaceAll("-", " ");
    if (!named.has(key)) named.set(key, { key, name, hidden: false, former_keys: [], description: "" });
  }
  return [...named.values()];
}

/** A category that has a cover keeps it. */
export async function importCovers(
  deps: Deps,
  { categories }: Collection,
  keyOf: Map<string, string>,
  idOf: Map<string, PhotoId>,
): Promise<void> {
  const covers = new Map((await listAdminCategories(deps)).map(({ key, cover_photo_id }) => [key, cover_photo_id]));
  for (const { key: described, cover } of categories) {
    const key = keyOf.get(described) ?? described;
    const cover_photo_id = cover === undefined ? undefined : idOf.get(cover);
    if (cover_photo_id && covers.get(key) === null) await updateCategory(deps, key, { cover_photo_id });
  }
}

async function hasNoPhotos({ db }: Deps): Promise<boolean> {
  return (await db.selectFrom("photo").select("id").limit(1).executeTakeFirst()) === undefined;
}

const FIRST_CATEGORIES = ["urban", "portraits", "travel"];

/** The keys of the library's categories; those of a new one while there is none that can be read. */
export async function readCategoryKeys({ env }: Pick<CommandIo, "env">): Promise<string[]> {
  const config = readConfig(env);
  if (!hasDatabaseFile(config)) return FIRST_CATEGORIES;
  const database = connectDatabase(config);
  try {
    return (await findCategories(database.db)).map(({ key }) => key);
  } catch {
    // The import opens the library next, and says what is wrong with it.
    return FIRST_CATEGORIES;
  } finally {
    await database.close();
  }
}
