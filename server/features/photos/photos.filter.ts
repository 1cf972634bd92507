import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { QueryOf } from "../../../contract/endpoint.ts";
import type { listPhotoIds, PhotoId } from "../../../contract/photos.ts";
import type { PhotoRow, Schema } from "../../db/schema.ts";
import { invalid } from "../../errors.ts";
import { photoCategoryOf } from "../../library/shown/categories.ts";
import { containsWord, searchRank, wordsOf } from "./photos.search.ts";

export type PhotoFilter = Omit<QueryOf<typeof listPhotoIds>, "limit" | "cursor">;
export type PhotoConditions = Omit<PhotoFilter, "sort">;
type Builder = ExpressionBuilder<Schema, "photo">;

/** By a column, then by id. `search_rank` is how closely a photo matches the search, then the newest first. */
export type PhotoOrder =
  | { column: SortColumn; direction: "asc" | "desc" }
  | { column: "search_rank"; direction: "desc"; words: string[] };
type SortColumn =
  | "id"
  | "captured_key"
  | "title_key"
  | "album_position"
  | "favorite_position"
  | "featured_position"
  | "quick_position"
  | "first_copy";

export function matches(eb: Builder, filter: PhotoConditions): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  const isSet = (column: keyof PhotoRow, flag: boolean | undefined) => {
    if (flag !== undefined) conditions.push(eb(column, flag ? "is not" : "is", null));
  };
  isSet("deleted_at", filter.deleted);
  isSet("favorite_position", filter.favorite);
  isSet("featured_position", filter.featured);
  isSet("quick_position", filter.quick_collection);
  if (filter.unassigned !== undefined) {
    isSet("album_id", !filter.unassigned);
    // A photo in the trash is not waiting for an album.
    if (filter.unassigned) conditions.push(eb("deleted_at", "is", null));
  }
  const isEmpty = (column: "alt" | "title" | "caption", flag: boolean | undefined) => {
    if (flag !== undefined) conditions.push(eb(column, flag ? "=" : "<>", sql.lit("")));
    // A photo in the trash lacks nothing.
    if (flag) conditions.push(eb("deleted_at", "is", null));
  };
  isEmpty("alt", filter.needs_alt);
  isEmpty("title", filter.untitled);
  isEmpty("caption", filter.no_caption);
  if (filter.duplicates !== undefined) conditions.push(hasSameFile(filter.duplicates, sql`other.id <> photo.id`));
  if (filter.copies !== undefined) conditions.push(hasSameFile(filter.copies, sql`other.id < photo.id`));
  // As literals: SQLite only uses a partial index when the statement itself shows that it applies.
  if (filter.visibility !== undefined) conditions.push(eb("visibility", "=", sql.lit(filter.visibility)));
  if (filter.category) conditions.push(sql`photo.category = ${photoCategoryOf(filter.category)}`);
  if (filter.album !== undefined) {
    conditions.push(eb("photo.id", "in", membersOf(eb, filter.album)));
  }
  if (filter.tag !== undefined) conditions.push(hasTag(filter.tag));
  if (filter.source_filename !== undefined) conditions.push(eb("source_filename", "=", filter.source_filename));
  if (filter.document_id !== undefined) conditions.push(eb("document_id", "=", filter.document_id));
  if (filter.camera !== undefined) conditions.push(eb("camera", "=", filter.camera));
  if (filter.lens !== undefined) conditions.push(eb("lens", "=", filter.lens));
  // A capture time begins with its date, so it comes after that date and before the next.
  if (filter.from !== undefined) conditions.push(eb("captured_on", ">=", filter.from));
  if (filter.to !== undefined) conditions.push(eb("captured_on", "<", dayAfter(filter.to)));
  conditions.push(...wordsOf(filter.q ?? "").map(containsWord));
  return eb.and(conditions);
}

/** Whether another photo outside the trash has the same file. A photo in the trash has no duplicates. */
function hasSameFile(flag: boolean, which: Expression<SqlBool>): Expression<SqlBool> {
  const other = sql`select 1 from photo as other
    where other.sha256 = photo.sha256 and other.deleted_at is null and ${which}`;
  const has = sql<SqlBool>`(photo.deleted_at is null and exists (${other}))`;
  return flag ? has : sql<SqlBool>`not ${has}`;
}

function dayAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

const membersOf = (eb: Builder, slug: string) =>
  eb
    .selectFrom("album_photo as member")
    .innerJoin("album", "album.id", "member.album_id")
    .select("member.photo_id")
    .where("album.slug", "=", slug);

/**
 * A search lists the closest matches first unless another order is requested. `curated` is the owner's order of the one
 * collection, or else the album, that the filter names.
 */
export function orderOf({ sort = "best", ...filter }: PhotoFilter): PhotoOrder {
  if (filter.duplicates) return { column: "first_copy", direction: "asc" };
  switch (sort) {
    case "best": {
      const words = wordsOf(filter.q ?? "");
      return words.length > 0
        ? { column: "search_rank", direction: "desc", words }
        : { column: "id", direction: "desc" };
    }
    case "newest":
      return { column: "id", direction: "desc" };
    case "oldest":
      return { column: "id", direction: "asc" };
    case "captured":
      return { column: "captured_key", direction: "desc" };
    case "title":
      return { column: "title_key", direction: "asc" };
    case "curated":
      return { column: curatedColumn(filter), direction: "asc" };
  }
}

function curatedColumn(filter: PhotoFilter): SortColumn {
  const collections: SortColumn[] = [
    ...(filter.favorite ? ["favorite_position" as const] : []),
    ...(filter.featured ? ["featured_position" as const] : []),
    ...(filter.quick_collection ? ["quick_position" as const] : []),
  ];
  if (collections.length === 0 && filter.album !== undefined) return "album_position";
  const [column] = collections;
  if (column === undefined || collections.length > 1) {
    throw invalid({ sort: ["'curated' needs exactly one of favorite, featured and quick_collection"] });
  }
  return column;
}

/** Tags are a JSON list, which escapes quotes inside a tag: a tag can only follow a bracket or a comma. */
export function hasTag(tag: string): Expression<SqlBool> {
  const text = JSON.stringify(tag);
  // Not LIKE, which is case-sensitive on only one of the databases.
  const contains = (part: string) => sql`replace(photo.tags, ${part}, '') <> photo.tags`;
  return sql`(${contains(`[${text}`)} or ${contains(`,${text}`)})`;
}

/**
 * The place in the album comes from the table that `selectMatching` joins. Ranks are negative here, so that one direction
 * serves ranks and ids.
 */
export function sortKey(order: PhotoOrder): RawBuilder<unknown> {
  if (order.column === "search_rank") return sql`-(${searchRank(order.words)})`;
  if (order.column === "first_copy") return firstCopy;
  return order.column === "album_position" ? sql.ref("place.position") : sql.ref(`photo.${order.column}`);
}

/** The newest files first. Within each, ids ascend: the first photo with the file comes before its copies. */
const firstCopy = sql`(
  select -min(other.id) from photo as other where other.sha256 = photo.sha256 and other.deleted_at is null
)`;

/** The rows after the one that the cursor names. */
export function comesAfter(order: PhotoOrder, cursor: Cursor): Expression<SqlBool> {
  const beyond = sql.raw(order.direction === "asc" ? ">" : "<");
  if (order.column === "id") return sql`photo.id ${beyond} ${cursor.id}`;
  return sql`(${sortKey(order)}, photo.id) ${beyond} (${cursor.key}, ${cursor.id})`;
}

/** Where a page ended. Opaque to clients. */
export type Cursor = { column: PhotoOrder["column"]; key: string | number; id: number };

export function writeCursor({ column }: PhotoOrder, last: { id: PhotoId; sort_key: string | number | null }): string {
  return Buffer.from(JSON.stringify([column, last.sort_key, last.id])).toString("base64url");
}

export function readCursor({ column }: PhotoOrder, cursor: string): Cursor {
  const [cursorColumn, key, id] = parseList(Buffer.from(cursor, "base64url").toString());
  const keyType = column === "captured_key" || column === "title_key" ? "string" : "number";
  const fits = cursorColumn === column && typeof key === keyType && Number.isSafeInteger(id);
  if (!fits || !isKey(key) || typeof id !== "number") {
    throw invalid({ cursor: ["This cursor belongs to another list"] });
  }
  return { column, key, id };
}

const isKey = (key: unknown): key is string | number => typeof key === "string" || Number.isSafeInteger(key);

function parseList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
