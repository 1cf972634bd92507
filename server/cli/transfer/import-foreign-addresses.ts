import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { NewForeignAddress } from "../../db/foreign-address-table.ts";
import type { Deps } from "../../deps.ts";
import { allPhotos, type Collection } from "../../features/export/collection.ts";
import { findCategories } from "../../library/shown/categories.queries.ts";
import { findAlbumByForeignAddress } from "../../library/shown/foreign-addresses.queries.ts";
import { addForeignAddresses, addressKey } from "../../library/shown/foreign-addresses.ts";

type Led = {
  to: { album_id: AlbumId } | { category_id: number } | { photo_id: PhotoId };
  foreign_addresses?: string[] | undefined;
};

const NOWHERE = { album_id: null, category_id: null, photo_id: null };

/** From now on they lead to it, unless they lead somewhere already. */
export function importForeignAddresses(deps: Deps, led: readonly Led[]): Promise<void> {
  const rows = led.flatMap(({ to, foreign_addresses = [] }) =>
    keysOf(foreign_addresses).map((address): NewForeignAddress => ({ ...NOWHERE, ...to, address })),
  );
  return addForeignAddresses(deps, rows);
}

const keysOf = (addresses: readonly string[]) => [
  ...new Set(addresses.flatMap((address) => addressKey(address) ?? [])),
];

/** `keyOf` has the key here of each category described. */
export async function importForeignKeys(
  deps: Deps,
  { categories }: Collection,
  keyOf: ReadonlyMap<string, string>,
): Promise<void> {
  const idOf = new Map((await findCategories(deps.db)).map(({ key, id }) => [key, id]));
  const led = categories.flatMap(({ key, foreign_addresses }) => {
    const category_id = idOf.get(keyOf.get(key) ?? key);
    return category_id === undefined ? [] : { to: { category_id }, foreign_addresses };
  });
  await importForeignAddresses(deps, led);
}

export async function importForeignPhotos(
  deps: Deps,
  collection: Collection,
  idOf: ReadonlyMap<string, PhotoId>,
): Promise<void> {
  const led = allPhotos(collection).flatMap(({ file, foreign_addresses }) => {
    const photo_id = idOf.get(file);
    return photo_id === undefined ? [] : { to: { photo_id }, foreign_addresses };
  });
  await importForeignAddresses(deps, led);
}

/** The album that an earlier import made of the same one. */
export async function findForeignAlbum(
  { db }: Deps,
  addresses: readonly string[],
  existing: readonly AdminAlbum[],
): Promise<AdminAlbum | undefined> {
  const id = await findAlbumByForeignAddress(db, keysOf(addresses));
  return existing.find((album) => album.id === id);
}
