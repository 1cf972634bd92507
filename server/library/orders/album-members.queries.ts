import { sql } from "kysely";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { givenRows } from "../../db/given-rows.ts";
import type { AlbumPhotoRow, Db } from "../../db/schema.ts";
import type { LibraryChange } from "../change-library.ts";
import { inBatches } from "../in-batches.ts";
import { photoCategoryOf } from "../shown/categories.ts";

/** Ids of the photos in an album, in order. */
export async function findMembers(db: Db, album: AlbumId): Promise<PhotoId[]> {
  const rows = await db
    .selectFrom("album_photo")
    .select("photo_id")
    .where("album_id", "=", album)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.photo_id);
}

/** Positions are dense, so the last one gives the count without counting rows. */
export async function countMembers(db: Db, album: AlbumId): Promise<number> {
  const { last } = await db
    .selectFrom("album_photo")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("album_id", "=", album)
    .executeTakeFirstOrThrow();
  // Null in an empty album.
  return ((last as number | null) ?? -1) + 1;
}

export async function isMember(db: Db, album: AlbumId, photo: PhotoId): Promise<boolean> {
  const row = await db
    .selectFrom("album_photo")
    .select("photo_id")
    .where("album_id", "=", album)
    .where("photo_id", "=", photo)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findUnassigned(db: Db, ids: readonly PhotoId[]): Promise<PhotoId[]> {
  const rows = await db.selectFrom("photo").select("id").where("id", "in", ids).where("album_id", "is", null).execute();
  return rows.map((row) => row.id);
}

/** The albums of these photos, each photo's home first. */
export function findMemberships(db: Db, ids: readonly PhotoId[]): Promise<AlbumPhotoRow[]> {
  return inBatches(ids, (batch) =>
    db
      .selectFrom("album_photo")
      .selectAll()
      .where("photo_id", "in", batch)
      .orderBy("photo_id")
      .orderBy("rank")
      .execute(),
  );
}

type NewMember = { photo_id: PhotoId; rank: number };

/** In the order given, after the first `count` photos of the album. */
export async function addMembers(
  trx: LibraryChange,
  album: AlbumId,
  members: readonly NewMember[],
  count: number,
): Promise<void> {
  const rows = members.map(({ photo_id, rank }, index) => [photo_id, count + index, rank]);
  await sql`
    with ${givenRows(["given_id", "position", "rank"], rows)}
    insert into album_photo (album_id, photo_id, position, rank, visibility)
    select cast(${album} as integer), photo.id, given.position, given.rank, photo.visibility
    from given join photo on photo.id = given.given_id
  `.execute(trx);
}

export async function removeMembers(trx: LibraryChange, album: AlbumId, ids: readonly PhotoId[]): Promise<void> {
  await inBatches(ids, async (batch) => {
    await trx.deleteFrom("album_photo").where("album_id", "=", album).where("photo_id", "in", batch).execute();
    return [];
  });
}

export function removeAllMembers(trx: LibraryChange, album: AlbumId) {
  return trx.deleteFrom("album_photo").where("album_id", "=", album).execute();
}

export async function setRanks(
  trx: LibraryChange,
  rows: readonly Pick<AlbumPhotoRow, "album_id" | "photo_id" | "rank">[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ album_id, photo_id, rank }) => [album_id, photo_id, rank]);
  await sql`
    with ${givenRows(["given_album", "given_photo", "rank"], given)}
    update album_photo set rank = given.rank from given
    where album_id = given.given_album and photo_id = given.given_photo
  `.execute(trx);
}

/** The category follows the home. A photo that leaves its last album keeps the one it has. */
export async function setHome(
  trx: LibraryChange,
  ids: readonly PhotoId[],
  home: { id: AlbumId; category: string } | undefined,
): Promise<void> {
  await inBatches(ids, async (batch) => {
    const columns = home ? { album_id: home.id, category: home.category } : { album_id: null };
    await trx.updateTable("photo").set(columns).where("id", "in", batch).execute();
    return [];
  });
}

/** For photos whose home is about to be deleted: the next of their albums, else none. */
export function moveHomes(trx: LibraryChange, album: AlbumId, categories: readonly string[]) {
  // Not with `upper`: one of the databases knows only the letters of English.
  const inCapitals = sql.join(
    categories.map((key) => sql`when ${key} then ${photoCategoryOf(key)}`),
    sql` `,
  );
  const next = sql`from album_photo join album on album.id = album_photo.album_id
    where album_photo.photo_id = photo.id order by album_photo.rank limit 1`;
  return sql`
    update photo set
      album_id = (select album.id ${next}),
      category = coalesce((select case album.category ${inCapitals} end ${next}), category)
    where album_id = ${album}
  `.execute(trx);
}

/** Guests keep the category of their home. */
export function setCategoryOfMembers(trx: LibraryChange, album: AlbumId, category: string) {
  return trx.updateTable("photo").set({ category }).where("album_id", "=", album).execute();
}
