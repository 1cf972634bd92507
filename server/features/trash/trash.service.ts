import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { finishDeletes, recordDelete } from "../../library/files/intents.ts";
import { keysOfPhoto } from "../../library/files/keys.ts";
import { findMemberships } from "../../library/orders/album-members.queries.ts";
import { changeAlbums, leaveAllAlbums } from "../../library/orders/album-members.ts";
import { closeCollectionGaps, rememberCollections, restoreToCollection } from "../../library/orders/collections.ts";
import { readTrashedFrom, type TrashedFrom, writeTrashedFrom } from "../../library/orders/trashed-from.ts";
import { classify, type Outcome, throwIfRefused } from "../../library/photos.outcome.ts";
import { findExistingAlbums } from "../../library/shown/albums.queries.ts";
import { forgetPhotos } from "../../library/written/blocks.ts";
import { getPhoto } from "../photos/photos.service.ts";
import type { TrashRow } from "./trash.queries.ts";
import * as queries from "./trash.queries.ts";

const BATCH = 1_000;

export async function trashPhoto(deps: Deps, id: PhotoId, by: Actor): Promise<AdminPhoto> {
  throwIfRefused(await trashPhotos(deps, [id], by));
  return getPhoto(deps, id);
}

export async function restorePhoto(deps: Deps, id: PhotoId, by: Actor): Promise<AdminPhoto> {
  throwIfRefused(await restorePhotos(deps, [id], by));
  return getPhoto(deps, id);
}

export async function deletePhotoPermanently(deps: Deps, id: PhotoId, by: Actor): Promise<void> {
  throwIfRefused(await deletePhotosPermanently(deps, [id], by));
}

/** Clears their albums and collections, and stores them for a restore. */
export function trashPhotos(deps: Deps, ids: readonly PhotoId[], by: Actor): Promise<Outcome> {
  return changeLibrary(deps, async (trx) => {
    const rows = await queries.findRows(trx, ids);
    // The first time counts: a double click must not reset the trash date.
    const { outcome, chosen } = classify(ids, rows, (row) => (row.deleted_at === null ? "change" : "same"));
    const leaving = chosen.map((row) => row.id);
    const albums = Map.groupBy(await findMemberships(trx, leaving), (row) => row.photo_id);
    const deleted_at = deps.now().toISOString();
    const trashed = chosen.map(({ id, favorite_position, featured_position, quick_position }) => ({
      id,
      deleted_at,
      trashed_from: writeTrashedFrom({
        albums: (albums.get(id) ?? []).map(({ album_id, position }) => ({ id: album_id, position })),
        favorite_position,
        featured_position,
        quick_position,
      }),
    }));
    await leaveAllAlbums(trx, leaving);
    await rememberCollections(trx, leaving);
    await queries.moveToTrash(trx, trashed);
    await closeCollectionGaps(trx);
    if (chosen.length > 0) {
      const detail = { photos: chosen.length };
      await recordActivity({ db: trx, now: deps.now }, { action: "photos-trashed", ...by, detail });
    }
    return outcome;
  });
}

/** Back to where each photo was, in those of its albums that still exist and in its collections. */
export function restorePhotos(deps: Deps, ids: readonly PhotoId[], by: Actor): Promise<Outcome> {
  return changeLibrary(deps, async (trx) => {
    const rows = await queries.findRows(trx, ids);
    const { outcome, chosen } = classify(ids, rows, (row) => (row.deleted_at === null ? "same" : "change"));
    await queries.takeFromTrash(trx, chosen);
    await restoreMembership(trx, chosen.map(remembered));
    if (chosen.length > 0) {
      const detail = { photos: chosen.length };
      await recordActivity({ db: trx, now: deps.now }, { action: "photos-restored", ...by, detail });
    }
    return outcome;
  });
}

/** Restores what is in the trash now, in batches, each a commit of its own. Photos trashed while it runs stay. */
export async function restoreTrash(deps: Deps, by: Actor): Promise<PhotoId[]> {
  const before = deps.now().toISOString();
  const restored: PhotoId[] = [];
  for (;;) {
    const ids = await queries.findTrashedIds(deps.db, before, BATCH);
    const { done } = await restorePhotos(deps, ids, by);
    for (const id of done) restored.push(id);
    if (ids.length < BATCH) return restored;
  }
}

type Remembered = TrashedFrom & { id: PhotoId };

async function restoreMembership(trx: LibraryChange, photos: Remembered[]): Promise<void> {
  const existing = await findExistingAlbums(trx, [
    ...new Set(photos.flatMap(({ albums }) => albums.map(({ id }) => id))),
  ]);
  const albumsOf = new Map(
    photos.map(({ id, albums }) => [id, albums.map((album) => album.id).filter((album) => existing.has(album))]),
  );
  // A photo trashed by an old version has no place to return to but its position.
  const inFormerOrder = photos.toSorted((a, b) => (a.albums[0]?.position ?? 0) - (b.albums[0]?.position ?? 0));
  const ids = inFormerOrder.map(({ id }) => id);
  await changeAlbums(trx, ids, (_none, id) => albumsOf.get(id) ?? [], { toFormerPlaces: true });
  await restoreToCollection(trx, "favorite", inOrder(photos, "favorite_position"));
  await restoreToCollection(trx, "featured", inOrder(photos, "featured_position"));
  await restoreToCollection(trx, "quick_collection", inOrder(photos, "quick_position"));
}

/** Those that had a position, in their former order. */
function inOrder(photos: Remembered[], column: Exclude<keyof TrashedFrom, "albums">): PhotoId[] {
  const had = photos.flatMap((photo) => (photo[column] === null ? [] : { id: photo.id, position: photo[column] }));
  return had.sort((a, b) => a.position - b.position).map(({ id }) => id);
}

const remembered = ({ id, trashed_from }: TrashRow): Remembered => ({ id, ...readTrashedFrom(trashed_from) });

/** Deletes row, original and every variant. Only for photos in the trash. */
export async function deletePhotosPermanently(deps: Deps, ids: readonly PhotoId[], by: Actor): Promise<Outcome> {
  const { outcome, intents } = await changeLibrary(deps, async (trx) => {
    const rows = await queries.findRows(trx, ids);
    const { outcome, chosen } = classify(ids, rows, (row) =>
      row.deleted_at === null ? conflict("Only a photo in the trash can be deleted permanently") : "change",
    );
    const detail = { deleted_count: chosen.length, first_id: chosen[0]?.id ?? 0 };
    await recordActivity({ db: trx, now: deps.now }, { action: "photo-deleted", ...by, detail });
    const intents = await deletePhotos(deps, trx, chosen);
    return { outcome, intents };
  });
  await finishDeletes(deps, intents);
  return outcome;
}

/** Deletes what is in the trash now. Photos trashed while it runs stay. */
export async function emptyTrash(deps: Deps, by: Actor): Promise<number> {
  const deleted_count = await deleteTrashedBefore(deps, deps.now().toISOString());
  await recordActivity(deps, { action: "trash-emptied", ...by, detail: { deleted_count } });
  return deleted_count;
}

/** In batches, each a commit of its own: if interrupted, the rest is still in the trash. */
export async function deleteTrashedBefore(deps: Deps, before: string): Promise<number> {
  let deletedCount = 0;
  for (;;) {
    const { intents, count } = await changeLibrary(deps, async (trx) => {
      const rows = await queries.findRows(trx, await queries.findTrashedIds(trx, before, BATCH));
      return { intents: await deletePhotos(deps, trx, rows), count: rows.length };
    });
    await finishDeletes(deps, intents);
    deletedCount += count;
    if (count < BATCH) return deletedCount;
  }
}

async function deletePhotos({ now }: Deps, trx: LibraryChange, rows: TrashRow[]): Promise<readonly number[]> {
  await queries.deleteRows(trx, rows);
  await forgetPhotos(
    trx,
    rows.map(({ id }) => id),
  );
  return recordDelete(trx, rows.flatMap(keysOfPhoto), now());
}
