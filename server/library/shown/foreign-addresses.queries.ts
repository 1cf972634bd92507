import type { AlbumId } from "../../../contract/album-id.ts";
import type { NewForeignAddress } from "../../db/foreign-address-table.ts";
import type { Db } from "../../db/schema.ts";
import type { LibraryChange } from "../change-library.ts";
import { isShownAlbum, isShownPhoto } from "./shown.queries.ts";

export async function hasForeignAddresses(db: Db): Promise<boolean> {
  return (await db.selectFrom("foreign_address").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** What these addresses lead to, as far as visitors see it. */
export function findForeign(db: Db, addresses: readonly string[]) {
  return db
    .selectFrom("foreign_address")
    .leftJoin("photo", "photo.id", "foreign_address.photo_id")
    .leftJoin("album", (join) =>
      join.on((eb) =>
        eb("album.id", "=", eb.fn.coalesce("foreign_address.album_id", "photo.album_id").$castTo<AlbumId>()),
      ),
    )
    .leftJoin("category", "category.id", "foreign_address.category_id")
    .select(["foreign_address.address", "foreign_address.photo_id", "album.category", "album.slug", "category.key"])
    .where("foreign_address.address", "in", addresses)
    .where((eb) =>
      eb.or([
        eb.and([eb("foreign_address.album_id", "is not", null), isShownAlbum]),
        eb.and([eb("foreign_address.photo_id", "is not", null), isShownPhoto]),
        eb("category.hidden", "=", 0),
      ]),
    )
    .execute();
}

/** Everything that has one, oldest first. */
export function findForeignAddresses(db: Db) {
  return db.selectFrom("foreign_address").selectAll().orderBy("id").execute();
}

/** The album that one of these addresses leads to. */
export async function findAlbumByForeignAddress(db: Db, addresses: readonly string[]): Promise<AlbumId | undefined> {
  if (addresses.length === 0) return undefined;
  const row = await db
    .selectFrom("foreign_address")
    .select("album_id")
    .where("address", "in", addresses)
    .where("album_id", "is not", null)
    .executeTakeFirst();
  return row?.album_id ?? undefined;
}

export function insertForeignAddresses(trx: LibraryChange, rows: readonly NewForeignAddress[]) {
  return trx
    .insertInto("foreign_address")
    .values(rows)
    .onConflict((conflict) => conflict.column("address").doNothing())
    .execute();
}
