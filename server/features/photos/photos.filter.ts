import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { QueryOf } from "../../../contract/endpoint.ts";
import type { listPhotoIds, PhotoId } from "../../../contract/photos.ts";
import { invalid } from "../../errors.ts";
import type { PhotoRow, Schema } from "../../platform/db/schema.ts";
import { foldText } from "./photos.text.ts";

export type PhotoFilter = Omit<QueryOf<typeof listPhotoIds>, "limit" | "cursor">;
export type PhotoConditions = Omit<PhotoFilter, "sort">;
type Builder = ExpressionBuilder<Schema, "photo">;

/** By a column, then by id. */
export type PhotoOrder = { column: SortColumn; direction: "asc" | "desc" };
type SortColumn =
  | "id"
  | "captured_key"
  | "title_key"
  | "album_position"
  | "favorite_position"
  | "featured_position"
  | "quick_position";

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
  // As literals: SQLite only uses a partial index when the statement itself shows that it applies.
  if (filter.visibility !== undefined) conditions.push(eb("visibility", "=", sql.lit(filter.visibility)));
  if (filter.category) conditions.push(sql`photo.category = ${filter.category.toUpperCase()}`);
  if (filter.album !== undefined) {
    conditions.push(eb("photo.id", "in", membersOf(eb, filter.album)));
  }
  if (filter.tag !== undefined) conditions.push(hasTag(filter.tag));
  if (filter.camera !== undefined) conditions.push(eb("camera", "=", filter.camera));
  if (filter.lens !== undefined) conditions.push(eb("lens", "=", filter.lens));
  // A capture time begins with its date, so it comes after that date and before the next.
  if (filter.from !== undefined) conditions.push(eb("captured_on", ">=", filter.from));
  if (filter.to !== undefined) conditions.push(eb("captured_on", "<", dayAfter(filter.to)));
  for (const word of foldText(filter.q ?? "").split(/\s+/)) {
    if (word !== "") conditions.push(sql`photo.search_text like ${`%${escapeLike(word)}%`} escape '\\'`);
  }
  return eb.and(conditions);
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

/** `curated` is the owner's order of the one collection, or else the album, that the filter names. */
export function orderOf(filter: PhotoFilter): PhotoOrder {
  switch (filter.sort) {
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

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** The place in the album comes from the table that `selectMatching` joins. */
export const sortKey = (column: SortColumn) =>
  column === "album_position" ? sql.ref("place.position") : sql.ref(`photo.${column}`);

/** The rows after the one that the cursor names. */
export function comesAfter({ column, direction }: PhotoOrder, cursor: Cursor): Expression<SqlBool> {
  const beyond = sql.raw(direction === "asc" ? ">" : "<");
  if (column === "id") return sql`photo.id ${beyond} ${cursor.id}`;
  return sql`(${sortKey(column)}, photo.id) ${beyond} (${cursor.key}, ${cursor.id})`;
}

/** Where a page ended. Opaque to clients. */
export type Cursor = { column: SortColumn; key: string | number; id: number };

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
