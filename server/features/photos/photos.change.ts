import type { FocalPoint } from "../../../contract/focal-point.ts";
import { TAGS_MAX, VISIBILITY } from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoChange, PhotoField, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { type AppError, conflict, invalid } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { deleteVariants } from "../../library/files/variants.queries.ts";
import { inBatches } from "../../library/in-batches.ts";
import { changeAlbums, leaveAllAlbums, moveToAlbum } from "../../library/orders/album-members.ts";
import { POSITION_COLUMN } from "../../library/orders/collections.queries.ts";
import {
  addToCollection,
  COLLECTIONS,
  removeFromCollection,
  restoreToCollection,
} from "../../library/orders/collections.ts";
import { updateEachPhoto } from "../../library/photo-texts.queries.ts";
import { classify, type Outcome, throwIfRefused } from "../../library/photos.outcome.ts";
import { findAlbumById, findExistingAlbums } from "../../library/shown/albums.queries.ts";
import { photoCategoryOf, requireCategory } from "../../library/shown/categories.ts";
import { type AdminPhotoRow, readAlbumIds, readFocalPoint } from "./photos.present.ts";
import * as queries from "./photos.queries.ts";
import { getPhoto } from "./photos.service.ts";
import { derivedText } from "./photos.text.ts";

/** Makes the thumbs of these photos again, which are cropped around the focal point. */
export type Recrop = (ids: readonly PhotoId[]) => Promise<void>;

type Update = { by?: Actor; recrop?: Recrop };

export async function updatePhoto(
  deps: Deps,
  id: PhotoId,
  change: PhotoChange,
  { by, recrop }: Update = {},
): Promise<AdminPhoto> {
  await changeLibrary(deps, async (trx) => {
    const home = change.album_id ?? change.album_ids?.[0];
    if (home) await checkCategory(trx, id, home);
    throwIfRefused(await changePhotos(trx, [id], change));
    await recordVisibility({ db: trx, now: deps.now }, [id], change, by);
  });
  if (change.focal_point !== undefined) await recrop?.([id]);
  return getPhoto(deps, id);
}

/** A single photo can only move within its category. A selection takes on the album's category (see moveToAlbum). */
async function checkCategory(trx: LibraryChange, id: PhotoId, albumId: NonNullable<PhotoChange["album_id"]>) {
  const [album, photo] = [await findAlbumById(trx, albumId), await queries.findPhoto(trx, id)];
  if (album && photo && photoCategoryOf(album.category) !== photo.category) {
    throw invalid({ album_id: ["This album is in another category"] });
  }
}

/** Who showed or hid photos must be known afterwards. Other changes are not recorded. */
export async function recordVisibility(
  library: { db: LibraryChange; now(): Date },
  ids: readonly PhotoId[],
  { visibility }: PhotoChange,
  by: Actor | undefined,
): Promise<void> {
  if (visibility === undefined || ids.length === 0) return;
  const [photo] = ids.length === 1 ? ids : [];
  await recordActivity(library, {
    action: "visibility-changed",
    ...by,
    detail: {
      photos: ids.length,
      ...(photo !== undefined && { photo }),
      visibility: visibility === VISIBILITY.public ? "public" : "private",
    },
  });
}

type ChangeOptions = {
  /** Photos that join an album or a collection return to their former positions. By default they are appended in order. */
  toFormerPlaces?: boolean;
};

/** Applies one change to all of the photos. */
export async function changePhotos(
  trx: LibraryChange,
  ids: readonly PhotoId[],
  change: PhotoChange,
  { toFormerPlaces = false }: ChangeOptions = {},
): Promise<Outcome> {
  await requireAlbums(trx, change);
  if (change.category !== undefined) await requireCategory(trx, change.category, photoCategoryOf);
  const { outcome, chosen } = classify(ids, await findRows(trx, ids), (row) =>
    isSame(row, change) ? "same" : (refusal(row, change) ?? "change"),
  );
  await apply(trx, chosen, change, toFormerPlaces);
  return outcome;
}

async function requireAlbums(trx: LibraryChange, { album_id, album_ids }: PhotoChange): Promise<void> {
  const named = album_id ? [album_id] : (album_ids ?? []);
  const existing = await findExistingAlbums(trx, named);
  if (existing.size < named.length) {
    throw invalid({ [album_id ? "album_id" : "album_ids"]: ["This album does not exist"] });
  }
}

async function apply(trx: LibraryChange, rows: AdminPhotoRow[], change: PhotoChange, toFormerPlaces: boolean) {
  const { title, caption, alt, tags, focal_point } = change;
  const ids = rows.map((row) => row.id);
  if (title !== undefined) return setText(trx, rows, "title", () => title);
  if (caption !== undefined) return setText(trx, rows, "caption", () => caption);
  if (alt !== undefined) return setText(trx, rows, "alt", () => alt);
  if (tags !== undefined) return setText(trx, rows, "tags", () => JSON.stringify(tags));
  if (focal_point !== undefined) return setFocalPoint(trx, ids, focal_point);
  const { album_id, album_ids } = change;
  if (album_id) return moveToAlbum(trx, album_id, ids, { toFormerPlaces });
  if (album_ids) return changeAlbums(trx, ids, () => album_ids, { toFormerPlaces });
  if (album_id === null) return leaveAllAlbums(trx, ids);
  for (const collection of COLLECTIONS) {
    if (change[collection] === true)
      return (toFormerPlaces ? restoreToCollection : addToCollection)(trx, collection, ids);
    if (change[collection] === false) return removeFromCollection(trx, collection, ids);
  }
  if (change.category !== undefined) await leaveAllAlbums(trx, ids);
  // Every other field is a column of the same name.
  await inBatches(ids, async (batch) => {
    await queries.updatePhotos(trx, batch, change);
    return [];
  });
}

export async function changeTags(
  trx: LibraryChange,
  ids: readonly PhotoId[],
  edit: (tags: string[]) => string[],
): Promise<Outcome> {
  const rows = await findRows(trx, ids);
  // Always written as a JSON list of strings.
  const edited = new Map(rows.map((row) => [row.id, [...new Set(edit(JSON.parse(row.tags) as string[]))]]));
  const tagsOf = (row: AdminPhotoRow) => edited.get(row.id) ?? [];
  const { outcome, chosen } = classify(ids, rows, (row) => {
    if (tagsOf(row).length > TAGS_MAX) return invalid({ tags: [`A photo can have at most ${TAGS_MAX} tags`] });
    return JSON.stringify(tagsOf(row)) === row.tags ? "same" : "change";
  });
  await setText(trx, chosen, "tags", (row) => JSON.stringify(tagsOf(row)));
  return outcome;
}

const findRows = (trx: LibraryChange, ids: readonly PhotoId[]) =>
  inBatches([...new Set(ids)], (batch) => queries.findPhotos(trx, batch));

function isSame(row: AdminPhotoRow, change: PhotoChange): boolean {
  // A PhotoChange has exactly one field.
  return Object.entries(change).every(
    ([field, value]) => JSON.stringify(currentValue(row, field as PhotoField)) === JSON.stringify(value),
  );
}

function currentValue(row: AdminPhotoRow, field: PhotoField) {
  switch (field) {
    case "tags":
      return JSON.parse(row.tags);
    case "album_ids":
      return readAlbumIds(row);
    case "focal_point":
      return readFocalPoint(row);
    case "favorite":
    case "featured":
    case "quick_collection":
      return row[POSITION_COLUMN[field]] !== null;
    default:
      return row[field];
  }
}

const MEMBERSHIP_FIELDS: readonly PhotoField[] = ["category", "album_id", "album_ids", ...COLLECTIONS];

/** A photo in the trash cannot be in an album or a collection until it is restored. */
function refusal(row: AdminPhotoRow, change: PhotoChange): AppError | undefined {
  if (row.deleted_at === null || !MEMBERSHIP_FIELDS.some((field) => field in change)) return undefined;
  return conflict("This photo is in the trash. Restore it first.");
}

/** The thumbs are missing from here on, and made again under a new URL: the crop is part of them. */
async function setFocalPoint(trx: LibraryChange, ids: readonly PhotoId[], point: FocalPoint | null) {
  await inBatches(ids, async (batch) => {
    await queries.setFocalPoint(trx, batch, point && JSON.stringify({ x: point.x, y: point.y }));
    await deleteVariants(trx, batch, "thumb");
    return [];
  });
}

/** Also updates the columns for searching and sorting. */
async function setText(
  trx: LibraryChange,
  rows: AdminPhotoRow[],
  field: "title" | "caption" | "alt" | "tags",
  textOf: (row: AdminPhotoRow) => string,
) {
  const changed = rows.map((row) => {
    const photo = { ...row, [field]: textOf(row) };
    const { id, title, caption, alt, tags } = photo;
    return { id, title, caption, alt, tags, ...derivedText(photo) };
  });
  await updateEachPhoto(trx, [field, "search_text", "title_key"], changed);
}
