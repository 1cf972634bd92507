import { type SqlBool, sql } from "kysely";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { AlbumRow, Db, NewAlbumRow } from "../../db/schema.ts";
import { statement } from "../../db/statement.ts";
import type { LibraryChange } from "../../library/change-library.ts";
import { isShownAlbum, isShownPhoto } from "../../library/shown/shown.queries.ts";

/** Visitors see no drafts, and see and count only public photos. */
export type Reader = "admin" | "visitor";

export type AlbumWithFigures = AlbumRow & {
  photo_count: number;
  /** The owner's choice, unless that photo has left the album or the reader may not see it. */
  chosen_id: PhotoId | null;
  /** The owner's choice, else the first photo. */
  cover_id: PhotoId | null;
};

/** In the public order: featured albums first, in their own order. */
export function findAlbums(db: Db, reader: Reader, category?: string): Promise<AlbumWithFigures[]> {
  return category ? albumsOfCategory[reader](db, category) : allAlbums[reader](db);
}

export function findFeaturedAlbums(db: Db, reader: Reader): Promise<AlbumWithFigures[]> {
  return featuredAlbums[reader](db);
}

export async function findShownAlbumsById(db: Db, ids: readonly AlbumId[]): Promise<AlbumWithFigures[]> {
  return ids.length === 0 ? [] : selectAlbums(db, "visitor").where("album.id", "in", ids).execute();
}

/** Undefined when the album does not exist. */
export async function findAlbumWithFigures(
  db: Db,
  reader: Reader,
  slug: string,
): Promise<AlbumWithFigures | undefined> {
  return (await albumBySlug[reader](db, slug))[0];
}

/**
 * For a query on `album_photo as member` of an album that is shown. A photo is shown by the state of its home, so only
 * guests need a look at theirs.
 */
const isShownMember = sql<SqlBool>`member.visibility = 0 and (
  member.rank = 0 or exists (select 1 from photo where photo.id = member.photo_id and ${isShownPhoto})
)`;

const forReader = <Kept>(keep: (reader: Reader) => Kept): Record<Reader, Kept> => ({
  admin: keep("admin"),
  visitor: keep("visitor"),
});
const allAlbums = forReader((reader) => statement((db) => selectAlbums(db, reader)));
const albumsOfCategory = forReader((reader) =>
  statement((db, category: string) => selectAlbums(db, reader).where("category", "=", category)),
);
const featuredAlbums = forReader((reader) =>
  statement((db) => selectAlbums(db, reader).where("album.featured_position", "is not", null)),
);
const albumBySlug = forReader((reader) =>
  statement((db, slug: string) => selectAlbums(db, reader).where("album.slug", "=", slug)),
);

function selectAlbums(db: Db, reader: Reader) {
  const visible = reader === "visitor" ? sql`and ${isShownMember}` : sql``;
  // Positions are dense, so the last one gives the count without counting rows.
  const all = sql`coalesce((select max(member.position) + 1 from album_photo as member where member.album_id = album.id), 0)`;
  const hidden = sql`(
    select count(*) from album_photo as member where member.album_id = album.id and member.visibility = 1
  )`;
  const hiddenGuests = sql`(
    select count(*) from album_photo as member join photo on photo.id = member.photo_id
    where member.album_id = album.id and member.rank > 0 and member.visibility = 0 and not ${isShownPhoto}
  )`;
  const chosen = sql`(
    select member.photo_id from album_photo as member
    where member.photo_id = album.cover_photo_id and member.album_id = album.id ${visible}
  )`;
  const first = sql`(
    select member.photo_id from album_photo as member
    where member.album_id = album.id ${visible} order by member.position limit 1
  )`;
  return db
    .selectFrom("album")
    .selectAll("album")
    .$if(reader === "visitor", (query) => query.where(isShownAlbum))
    .select([
      sql<number>`${reader === "visitor" ? sql`${all} - ${hidden} - ${hiddenGuests}` : all}`.as("photo_count"),
      sql<PhotoId | null>`${chosen}`.as("chosen_id"),
      sql<PhotoId | null>`coalesce(${chosen}, ${first})`.as("cover_id"),
    ])
    .orderBy(sql`album.featured_position is null`)
    .orderBy("album.featured_position")
    .orderBy("album.position");
}

export async function findAlbumsById(db: Db, ids: readonly AlbumId[]): Promise<AlbumRow[]> {
  return ids.length === 0 ? [] : db.selectFrom("album").selectAll().where("id", "in", ids).execute();
}

export async function findAlbumById(db: Db, id: AlbumId): Promise<AlbumRow | undefined> {
  return db.selectFrom("album").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function endDraftLinks(db: Db, id: AlbumId): Promise<void> {
  await db
    .updateTable("album")
    .set((eb) => ({ draft_links_ended: eb("draft_links_ended", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Undefined when visitors do not see it. */
export function findShownAlbum(db: Db, id: AlbumId) {
  return db.selectFrom("album").select("slug").where("id", "=", id).where(isShownAlbum).executeTakeFirst();
}

/** Undefined when the photo is unassigned. */
export function findHomeOf(db: Db, photo: PhotoId) {
  return db
    .selectFrom("photo")
    .innerJoin("album", "album.id", "photo.album_id")
    .selectAll("album")
    .where("photo.id", "=", photo)
    .executeTakeFirst();
}

/** A batch, by id, of the albums with a photo that visitors can see. */
export function findShownAlbumsAfter(db: Db, after: number, limit: number) {
  return db
    .selectFrom("album")
    .selectAll()
    .where(sql<boolean>`id > ${after}`)
    .where(isShownAlbum)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("album_photo as member")
          .select("member.photo_id")
          .whereRef("member.album_id", "=", "album.id")
          .where(isShownMember),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Undefined while no album waits for its time. */
export async function findNextPublishing(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("album")
    .select("publish_on")
    .where("held", "=", 1)
    .orderBy("publish_on")
    .limit(1)
    .executeTakeFirst();
  return row?.publish_on ?? undefined;
}

/** Those whose time has come are held no longer. */
export function releaseDue(trx: LibraryChange, now: string) {
  return trx
    .updateTable("album")
    .set({ held: 0 })
    .where("held", "=", 1)
    .where("publish_on", "<=", now)
    .returning(["slug", "title", "status"])
    .execute();
}

export async function findSlugsLike(db: Db, base: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("album")
    .select("slug")
    .where((eb) => eb.or([eb("slug", "=", base), eb("slug", "like", `${base}-%`)]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

export async function findAlbumIds(db: Db, category: string): Promise<AlbumId[]> {
  const rows = await db.selectFrom("album").select("id").where("category", "=", category).orderBy("position").execute();
  return rows.map((row) => row.id);
}

export async function findFeaturedAlbumIds(db: Db): Promise<AlbumId[]> {
  const rows = await db
    .selectFrom("album")
    .select("id")
    .where("featured_position", "is not", null)
    .orderBy("featured_position")
    .execute();
  return rows.map((row) => row.id);
}

export function insertAlbum(trx: LibraryChange, row: NewAlbumRow) {
  return trx.insertInto("album").values(row).execute();
}

export function updateAlbum(trx: LibraryChange, id: AlbumId, columns: Partial<Omit<AlbumRow, "id">>) {
  return trx.updateTable("album").set(columns).where("id", "=", id).execute();
}

export function deleteAlbum(trx: LibraryChange, id: AlbumId) {
  return trx.deleteFrom("album").where("id", "=", id).execute();
}
