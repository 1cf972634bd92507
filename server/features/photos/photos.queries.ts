import { type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoField, PhotoId } from "../../../contract/photos.ts";
import { idsIn, keysOf } from "../../db/given-rows.ts";
import type { Db, PhotoGroup, PhotoRow, Schema } from "../../db/schema.ts";
import { forColumns, statement } from "../../db/statement.ts";
import { isShownAlbum, isShownPhoto, shownFlag } from "../../library/shown/shown.queries.ts";
import {
  type Cursor,
  comesAfter,
  hasTag,
  matches,
  type PhotoConditions,
  type PhotoOrder,
  sortKey,
} from "./photos.filter.ts";
import { ADMIN_COLUMNS } from "./photos.present.ts";

/** For the admin's view of a photo, with which sizes made at upload exist, whether visitors see it, its albums, home first. */
const selectForAdmin = (db: Db) =>
  db
    .selectFrom("photo")
    .select(ADMIN_COLUMNS.map((column) => `photo.${column}` as const))
    .select((eb) => [hasVariant(eb, "thumb"), hasVariant(eb, "medium"), shownFlag, albumIds.as("album_ids")]);

const albumIds = sql<string | null>`(
  select string_agg(cast(member.album_id as text), ',' order by member.rank)
  from album_photo as member where member.photo_id = photo.id
)`;

function hasVariant<Size extends "thumb" | "medium">(eb: ExpressionBuilder<Schema, "photo">, size: Size) {
  const variant = eb
    .selectFrom("variant")
    .select(sql.lit(1).as("one"))
    .whereRef("variant.photo_id", "=", "photo.id")
    .where("variant.size", "=", size);
  return eb
    .case()
    .when(eb.exists(variant))
    .then(1)
    .else(0)
    .end()
    .as(`has_${size}` as const);
}

/** Undefined when the photo does not exist. */
export function findPhoto(db: Db, id: PhotoId) {
  return selectForAdmin(db).where("id", "=", id).executeTakeFirst();
}

export const findPhotos = (db: Db, ids: readonly PhotoId[]) => photosById(db, keysOf(ids));

const photosById = statement((db, keys: string) => selectForAdmin(db).where("id", "in", idsIn<PhotoId>(keys)));

/** A part of a list. Without a limit, all of it. */
type Page = { filter: PhotoConditions; order: PhotoOrder; ids?: readonly PhotoId[]; cursor?: Cursor; limit?: number };

/** Only their ids: a search sorts all that it finds, which is faster the less there is to carry. */
export function findMatchingIds(db: Db, { filter, order, ids, cursor, limit }: Page) {
  return selectMatching(db, filter, order)
    .select("photo.id")
    .$if(ids !== undefined, (query) => query.where("photo.id", "in", ids ?? []))
    .$if(cursor !== undefined, (query) => (cursor ? query.where(comesAfter(order, cursor)) : query))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

function selectMatching(db: Db, filter: PhotoConditions, order: PhotoOrder) {
  const photos = db.selectFrom("photo");
  const listed = order.column === "album_position" ? joinPlaces(photos, filter.album) : photos;
  return listed
    .select(sql<string | number | null>`${sortKey(order)}`.as("sort_key"))
    .where((eb) => matches(eb, filter))
    .orderBy(sql`sort_key`, order.direction)
    .$if(order.column !== "id", (query) => query.orderBy("photo.id", order.direction));
}

function joinPlaces(photos: SelectQueryBuilder<Schema, "photo", object>, slug = "") {
  const joined = photos
    .innerJoin("album_photo as place", "place.photo_id", "photo.id")
    .where((eb) => eb("place.album_id", "=", eb.selectFrom("album").select("album.id").where("album.slug", "=", slug)));
  // Only `sortKey` refers to the joined table, in SQL.
  return joined as unknown as typeof photos;
}

export async function countMatching(db: Db, filter: PhotoConditions): Promise<number> {
  const isCounted = countedBy(filter);
  if (isCounted) {
    const counts = await db.selectFrom("photo_count").selectAll().execute();
    return counts.reduce((sum, { place, count }) => sum + (isCounted[place] ? count : 0), 0);
  }
  const { count } = await db
    .selectFrom("photo")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow();
  return count;
}

/** Which of the counts kept by the database add up to the filter's. Undefined when the filter has other conditions. */
function countedBy({ deleted, unassigned, ...rest }: PhotoConditions): Record<PhotoGroup, boolean> | undefined {
  if (Object.values(rest).some((condition) => condition !== undefined)) return undefined;
  return {
    album: deleted !== true && unassigned !== true,
    loose: deleted !== true && unassigned !== false,
    trash: deleted !== false && unassigned === undefined,
  };
}

export function findPhotosOfAlbum(db: Db, album: AlbumId) {
  return selectForAdmin(db)
    .innerJoin("album_photo as place", "place.photo_id", "photo.id")
    .where("place.album_id", "=", album)
    .orderBy("place.position")
    .execute();
}

export function findPhotoStates(db: Db, ids: readonly PhotoId[]) {
  return db.selectFrom("photo").select(["id", "deleted_at"]).where("id", "in", ids).execute();
}

type Columns = readonly (keyof PhotoRow)[];

/** What visitors can see. */
function selectPublic(db: Db, columns: Columns) {
  return selectShown(db).select(columns.map((column) => `photo.${column}` as const));
}

function selectShown(db: Db) {
  return db.selectFrom("photo").where(isShownPhoto);
}

export const findPublicPhotos = (db: Db, ids: readonly PhotoId[], columns: Columns) =>
  publicPhotosById(columns)(db, keysOf(ids));

const publicPhotosById = forColumns((columns) =>
  statement((db, keys: string) => selectPublic(db, columns).where("id", "in", idsIn<PhotoId>(keys))),
);

export function findPublicPhoto(db: Db, internalId: string, columns: Columns) {
  return selectPublic(db, columns).where("internal_id", "=", internalId).executeTakeFirst();
}

/** The photo may be shown in another album: this one has to be shown as well. */
export function findPublicPhotoOfAlbum(db: Db, slug: string, id: PhotoId, columns: Columns) {
  return selectPublic(db, columns)
    .innerJoin("album_photo as place", "place.photo_id", "photo.id")
    .innerJoin("album", "album.id", "place.album_id")
    .where("album.slug", "=", slug)
    .where(isShownAlbum)
    .where("photo.id", "=", id)
    .executeTakeFirst();
}

export function findNewestPublic(db: Db, limit: number, columns: Columns) {
  return selectPublic(db, columns).orderBy("id", "desc").limit(limit).execute();
}

export function findFeaturedPublic(db: Db, limit: number, columns: Columns) {
  return selectPublic(db, columns)
    .where("featured_position", "is not", null)
    .orderBy("featured_position")
    .limit(limit)
    .execute();
}

export function findPublicTagged(db: Db, tag: string, limit: number, columns: Columns) {
  return selectPublic(db, columns).where(hasTag(tag)).orderBy("id", "desc").limit(limit).execute();
}

/** The lists of tags on photos that visitors can see, with the number of photos: there are far fewer lists than photos. */
export function countPublicTagLists(db: Db) {
  return selectShown(db)
    .select((eb) => ["tags" as const, eb.fn.countAll<number>().as("count")])
    .where("tags", "<>", "[]")
    .groupBy("tags")
    .execute();
}

export const findPublicPhotosOfAlbum = (db: Db, album: AlbumId, columns: Columns) =>
  publicPhotosOfAlbum(columns)(db, album);

const publicPhotosOfAlbum = forColumns((columns) =>
  statement((db, album: AlbumId) =>
    selectPublic(db, columns)
      .innerJoin("album_photo as place", "place.photo_id", "photo.id")
      .where("place.album_id", "=", album)
      // Its own copy, for the index of an album's public photos.
      .where("place.visibility", "=", sql.lit(0))
      .orderBy("place.position"),
  ),
);

/** What visitors would see of an album if it were public: its own photos, and guests that they see elsewhere. */
export function findPhotosOfDraft(db: Db, album: AlbumId, columns: Columns) {
  return membersOfDraft(db, album)
    .select(columns.map((column) => `photo.${column}` as const))
    .orderBy("place.position")
    .execute();
}

export async function isInDraft(db: Db, album: AlbumId, internalId: string): Promise<boolean> {
  const row = await membersOfDraft(db, album)
    .select("photo.id")
    .where("photo.internal_id", "=", internalId)
    .executeTakeFirst();
  return row !== undefined;
}

function membersOfDraft(db: Db, album: AlbumId) {
  return db
    .selectFrom("photo")
    .innerJoin("album_photo as place", "place.photo_id", "photo.id")
    .where("place.album_id", "=", album)
    .where("place.visibility", "=", 0)
    .where(sql<SqlBool>`(place.rank = 0 or ${isShownPhoto})`);
}

export function findPublicAfter(db: Db, after: number, limit: number, columns: Columns) {
  return selectPublic(db, columns).where(sql<boolean>`id > ${after}`).orderBy("id").limit(limit).execute();
}

export function findFirstFeatured(db: Db, category: string, columns: Columns) {
  return selectPublic(db, columns)
    .where("category", "=", category)
    .where("featured_position", "is not", null)
    .orderBy("featured_position")
    .limit(1)
    .executeTakeFirst();
}

/** How many photos have each list of tags: there are far fewer lists than photos. */
export function countTagLists(db: Db) {
  return db
    .selectFrom("photo")
    .select((eb) => ["tags" as const, eb.fn.countAll<number>().as("count")])
    .where("deleted_at", "is", null)
    .where("tags", "<>", "[]")
    .groupBy("tags")
    .execute();
}

/** Most used first, then by name. */
export async function countEquipment(db: Db, column: "camera" | "lens"): Promise<{ name: string; count: number }[]> {
  return db
    .selectFrom("photo")
    .select((eb) => [eb.ref(column).as("name"), eb.fn.countAll<number>().as("count")])
    .where("deleted_at", "is", null)
    .where(column, "<>", sql.lit(""))
    .groupBy(column)
    .orderBy("count", "desc")
    .orderBy(column)
    .execute();
}

/** Fields that the owner may change and that are columns of the same name. */
type PlainColumns = Partial<Pick<PhotoRow, PhotoField & keyof PhotoRow>>;

export function updatePhotos(db: Db, ids: readonly PhotoId[], columns: PlainColumns) {
  return db.updateTable("photo").set(columns).where("id", "in", ids).execute();
}

/** Gives the pictures new URLs, too. */
export function setFocalPoint(db: Db, ids: readonly PhotoId[], focal_point: string | null) {
  return db
    .updateTable("photo")
    .set((eb) => ({ focal_point, image_version: eb("image_version", "+", 1) }))
    .where("id", "in", ids)
    .execute();
}

/** The newest first. */
export function findWithoutDocument(db: Db, below: PhotoId, limit: number) {
  return db
    .selectFrom("photo")
    .select(["id", "original_key"])
    .where("id", "<", below)
    .where("document_id", "is", null)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function setDocument(db: Db, id: PhotoId, document_id: string) {
  return db.updateTable("photo").set({ document_id }).where("id", "=", id).execute();
}
