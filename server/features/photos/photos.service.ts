import type { AlbumId } from "../../../contract/album-id.ts";
import type { QueryOf, ResponseOf } from "../../../contract/endpoint.ts";
import { PAGE_MAX_IDS, PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import type {
  AdminPhoto,
  listEquipment as listEquipmentCall,
  listPhotoIds as listPhotoIdsCall,
  listPhotos as listPhotosCall,
  listTags as listTagsCall,
  Photo,
  PhotoId,
} from "../../../contract/photos.ts";
import type { Db, PhotoRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { photoNotFound } from "../../errors.ts";
import type { Cache } from "../../library/cache-until-change.ts";
import { inBatches } from "../../library/in-batches.ts";
import { requireCategory } from "../../library/shown/categories.ts";
import {
  type Cursor,
  orderOf,
  type PhotoConditions,
  type PhotoFilter,
  type PhotoOrder,
  readCursor,
  writeCursor,
} from "./photos.filter.ts";
import {
  API_VIEW,
  PAGE_VIEW,
  type PhotoView,
  presentAdminPhoto,
  presentShownPhoto,
  rowForVisitors,
} from "./photos.present.ts";
import * as queries from "./photos.queries.ts";

type ListQuery = QueryOf<typeof listPhotosCall>;

/** Refuses a category that does not exist. */
export async function requireFilter({ db }: Deps, { category }: Pick<PhotoFilter, "category">): Promise<void> {
  if (category !== undefined) await requireCategory(db, category);
}

export async function listPhotos(
  deps: Deps,
  cache: Cache,
  { limit, cursor, ids, sort, ...filter }: ListQuery,
): Promise<ResponseOf<typeof listPhotosCall>> {
  const page = await readPage({ limit, cursor }, orderOf({ ...filter, sort }), (part) =>
    queries.findMatchingIds(deps.db, { filter, ids, ...part }),
  );
  const photos = await photosInOrder(deps, page.ids);
  return {
    photos,
    total: ids ? photos.length : await countPhotos(deps, cache, filter),
    next_cursor: page.next_cursor,
  };
}

/**
 * The parts of a list without a limit, so that memory stays bounded however long it is. Their order is read in long pages:
 * a search looks at the whole library for each page.
 */
export async function* eachPage(deps: Deps, { sort, cursor, ...filter }: ListQuery): AsyncGenerator<AdminPhoto[]> {
  let after: string | null | undefined = cursor;
  do {
    const page = await listPageOfIds(deps, { ...filter, sort, limit: PAGE_MAX_IDS, cursor: after ?? undefined });
    for (let start = 0; start < page.ids.length; start += PAGE_MAX_PHOTOS) {
      yield await photosInOrder(deps, page.ids.slice(start, start + PAGE_MAX_PHOTOS));
    }
    after = page.next_cursor;
  } while (after !== null);
}

/** One that was deleted after its id was read is left out. */
async function photosInOrder(deps: Deps, ids: readonly PhotoId[]): Promise<AdminPhoto[]> {
  const photos = await adminPhotosById(deps, ids);
  return ids.flatMap((id) => photos.get(id) ?? []);
}

type Part = { limit?: number | undefined; cursor?: string | undefined };
type ReadPart = { order: PhotoOrder; cursor?: Cursor | undefined; limit?: number | undefined };
type ListedRow = { id: PhotoId; sort_key: string | number | null };

async function readPage(
  { limit, cursor }: Part,
  order: PhotoOrder,
  read: (part: ReadPart) => Promise<ListedRow[]>,
): Promise<{ ids: PhotoId[]; next_cursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(order, cursor);
  // One more than the limit shows whether there is a next page.
  const found = await read({ order, cursor: after, limit: limit && limit + 1 });
  const hasMore = limit !== undefined && found.length > limit;
  const rows = hasMore ? found.slice(0, limit) : found;
  const last = rows.at(-1);
  return { ids: rows.map(({ id }) => id), next_cursor: hasMore && last ? writeCursor(order, last) : null };
}

/** Counting reads every row it counts, so a count is kept until the library changes. */
export function countPhotos({ db }: Deps, cache: Cache, filter: PhotoConditions): Promise<number> {
  return cache(`count ${JSON.stringify(filter)}`, () => queries.countMatching(db, filter));
}

export async function listPhotoIds({ db }: Deps, filter: PhotoFilter): Promise<PhotoId[]> {
  const rows = await queries.findMatchingIds(db, { filter: conditionsOf(filter), order: orderOf(filter) });
  return rows.map(({ id }) => id);
}

export function listPageOfIds(
  { db }: Deps,
  { limit, cursor, ...filter }: QueryOf<typeof listPhotoIdsCall>,
): Promise<ResponseOf<typeof listPhotoIdsCall>> {
  return readPage({ limit, cursor }, orderOf(filter), (part) =>
    queries.findMatchingIds(db, { filter: conditionsOf(filter), ...part }),
  );
}

const conditionsOf = ({ sort: _sort, ...conditions }: PhotoFilter): PhotoConditions => conditions;

export async function getPhoto(deps: Deps, id: PhotoId): Promise<AdminPhoto> {
  const row = await queries.findPhoto(deps.db, id);
  if (!row) throw photoNotFound();
  return presentAdminPhoto(deps, row);
}

/** Whether each photo is in the trash. Ids without a photo are left out. */
export const findPhotoStates = (db: Db, ids: readonly PhotoId[]) =>
  inBatches(ids, (batch) => queries.findPhotoStates(db, batch));

/** Ids without a photo are left out. */
export async function adminPhotosById(deps: Deps, ids: readonly PhotoId[]): Promise<Map<PhotoId, AdminPhoto>> {
  const rows = await inBatches(ids, (batch) => queries.findPhotos(deps.db, batch));
  return new Map(rows.map((row) => [row.id, presentAdminPhoto(deps, row)]));
}

export async function listPhotosOfAlbum(deps: Deps, album: AlbumId): Promise<AdminPhoto[]> {
  const rows = await queries.findPhotosOfAlbum(deps.db, album);
  return rows.map((row) => presentAdminPhoto(deps, row));
}

export async function publicPhotosById<P extends ShownPhoto>(
  deps: Deps,
  ids: readonly PhotoId[],
  view: PhotoView<P>,
): Promise<Map<PhotoId, P>> {
  const rows = await inBatches(ids, (batch) => queries.findPublicPhotos(deps.db, batch, view.columns));
  return new Map(rows.map((row) => [row.id, view.present(rowForVisitors(deps, row))]));
}

export async function listPublicPhotosOfAlbum<P extends ShownPhoto>(
  deps: Deps,
  album: AlbumId,
  view: PhotoView<P>,
): Promise<P[]> {
  const rows = await queries.findPublicPhotosOfAlbum(deps.db, album, view.columns);
  return rows.map((row) => view.present(rowForVisitors(deps, row)));
}

/** As visitors would see it if the album were public. */
export async function listPhotosOfDraft<P extends ShownPhoto>(
  deps: Deps,
  album: AlbumId,
  view: PhotoView<P>,
): Promise<P[]> {
  const rows = await queries.findPhotosOfDraft(deps.db, album, view.columns);
  return rows.map((row) => view.present(rowForVisitors(deps, row)));
}

export const isInDraft = ({ db }: Deps, album: AlbumId, internalId: string) => queries.isInDraft(db, album, internalId);

/** Featured photos that visitors can see, in their order. */
export async function featuredPublicPhotos(deps: Deps, limit: number): Promise<ListedPhoto[]> {
  const rows = await queries.findFeaturedPublic(deps.db, limit, LISTED_COLUMNS);
  return rows.map((row) => presentListedPhoto(deps, row));
}

/** Undefined when visitors see no such album, or no such photo in it. */
export async function findPublicPhotoOfAlbum(deps: Deps, slug: string, id: PhotoId): Promise<Photo | undefined> {
  const row = await queries.findPublicPhotoOfAlbum(deps.db, slug, id, API_VIEW.columns);
  return row && API_VIEW.present(rowForVisitors(deps, row));
}

/** For feed and sitemap, which look up the albums themselves. */
export type ListedPhoto = ShownPhoto & Pick<PhotoRow, "album_id" | "uploaded_on" | "feed_path">;
const LISTED_COLUMNS = [...PAGE_VIEW.columns, "album_id", "uploaded_on", "feed_path"] as const;
const presentListedPhoto = (deps: Pick<Deps, "site">, row: PhotoRow): ListedPhoto => ({
  ...presentShownPhoto(rowForVisitors(deps, row)),
  album_id: row.album_id,
  uploaded_on: row.uploaded_on,
  feed_path: row.feed_path,
});

/** Those that visitors can see. */
export async function listedPhotosById(deps: Deps, ids: readonly PhotoId[]): Promise<ListedPhoto[]> {
  const rows = await inBatches(ids, (batch) => queries.findPublicPhotos(deps.db, batch, LISTED_COLUMNS));
  return rows.map((row) => presentListedPhoto(deps, row));
}

/** The newest photos that visitors can see. */
export async function recentPublicPhotos(deps: Deps, limit: number): Promise<ListedPhoto[]> {
  const rows = await queries.findNewestPublic(deps.db, limit, LISTED_COLUMNS);
  return rows.map((row) => presentListedPhoto(deps, row));
}

/** Featured photos in their order, then the newest, without repeating any. */
export async function showpieces(deps: Deps, limit: number): Promise<ListedPhoto[]> {
  const { db } = deps;
  const featured = await queries.findFeaturedPublic(db, limit, LISTED_COLUMNS);
  const newest = featured.length < limit ? await queries.findNewestPublic(db, limit, LISTED_COLUMNS) : [];
  const rows = [...featured, ...newest.filter(({ id }) => featured.every((row) => row.id !== id))];
  return rows.slice(0, limit).map((row) => presentListedPhoto(deps, row));
}

/** The newest photos with this tag that visitors can see, and how many there are. */
export async function taggedPublicPhotos(
  deps: Deps,
  tag: string,
  limit: number,
): Promise<{ photos: ListedPhoto[]; total: number }> {
  const rows = await queries.findPublicTagged(deps.db, tag, limit, LISTED_COLUMNS);
  const total = rows.length < limit ? rows.length : (await publicTags(deps)).get(tag);
  return { photos: rows.map((row) => presentListedPhoto(deps, row)), total: total ?? rows.length };
}

/** Each tag that visitors can see, with the number of its photos. */
export async function publicTags({ db }: Pick<Deps, "db">): Promise<Map<string, number>> {
  return countTags(await queries.countPublicTagLists(db));
}

/** A batch of the photos that visitors can see, by id. */
export async function publicPhotosAfter(deps: Deps, after: number, limit: number): Promise<ListedPhoto[]> {
  const rows = await queries.findPublicAfter(deps.db, after, limit, LISTED_COLUMNS);
  return rows.map((row) => presentListedPhoto(deps, row));
}

/** Undefined when the category has none. */
export async function firstFeaturedPhoto<P extends ShownPhoto>(
  deps: Deps,
  category: string,
  view: PhotoView<P>,
): Promise<P | undefined> {
  const row = await queries.findFirstFeatured(deps.db, category, view.columns);
  return row && view.present(rowForVisitors(deps, row));
}

/** Undefined when visitors may not see it. */
export async function findPublicPhoto<P extends ShownPhoto>(
  deps: Deps,
  internalId: string,
  view: PhotoView<P>,
): Promise<P | undefined> {
  const row = await queries.findPublicPhoto(deps.db, internalId, view.columns);
  return row && view.present(rowForVisitors(deps, row));
}

/** The cameras and lenses in use. */
export async function listEquipment({ db }: Deps): Promise<ResponseOf<typeof listEquipmentCall>> {
  return {
    cameras: await queries.countEquipment(db, "camera"),
    lenses: await queries.countEquipment(db, "lens"),
  };
}

/** Most used first, then by name. */
export async function listTags({ db }: Deps): Promise<ResponseOf<typeof listTagsCall>["tags"]> {
  return [...countTags(await queries.countTagLists(db))]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
}

function countTags(lists: { tags: string; count: number }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tags, count } of lists) {
    // Written by us as a JSON list of strings.
    for (const tag of JSON.parse(tags) as string[]) counts.set(tag, (counts.get(tag) ?? 0) + Number(count));
  }
  return counts;
}
