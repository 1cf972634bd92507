import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { conflict, invalid } from "../../errors.ts";
import type { LibraryChange } from "../../library/change-library.ts";
import { addToAlbum, leaveAlbum, replaceAlbum } from "../../library/orders/album-members.ts";
import { classify, type Outcome } from "../../library/photos.outcome.ts";
import { findAlbumById } from "../../library/shown/albums.queries.ts";
import { findPhotoStates } from "./photos.service.ts";

/** Appends them to the album. With `from`, they leave that album, and the new one takes its rank. */
export async function addPhotosToAlbum(
  trx: LibraryChange,
  ids: readonly PhotoId[],
  album: AlbumId,
  from?: AlbumId,
): Promise<Outcome> {
  if (!(await findAlbumById(trx, album))) throw invalid({ album_id: ["This album does not exist"] });
  const { outcome, present } = await classifyPresent(trx, ids);
  await (from === undefined ? addToAlbum(trx, album, present) : replaceAlbum(trx, from, album, present));
  return outcome;
}

/** Those that are not in the album count as done. */
export async function removePhotosFromAlbum(
  trx: LibraryChange,
  ids: readonly PhotoId[],
  album: AlbumId,
): Promise<Outcome> {
  const { outcome, present } = await classifyPresent(trx, ids);
  await leaveAlbum(trx, album, present);
  return outcome;
}

async function classifyPresent(trx: LibraryChange, ids: readonly PhotoId[]) {
  const states = await findPhotoStates(trx, [...new Set(ids)]);
  const { outcome, chosen } = classify(ids, states, ({ deleted_at }) =>
    deleted_at === null ? "change" : conflict("This photo is in the trash. Restore it first."),
  );
  return { outcome, present: chosen.map(({ id }) => id) };
}
