import { TAGS_MAX } from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoChange, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { type AppError, conflict, invalid } from "../../errors.ts";
import { leaveAlbums, moveToAlbum, putBackIntoAlbum } from "../../library/album-members.ts";
import { findAlbumById } from "../../library/albums.queries.ts";
import { photoCategoryOf } from "../../library/albums.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import {
  addToCollection,
  COLLECTIONS,
  putBackIntoCollection,
  removeFromCollection,
} from "../../library/collections.ts";
import { inParts } from "../../library/in-parts.ts";
import { updateEachPhoto } from "../../library/photo-texts.queries.ts";
import { type Outcome, sortOut, throwIfRefused } from "../../library/photos.outcome.ts";
import type { PhotoRow } from "../../platform/db/schema.ts";
import * as queries from "./photos.queries.ts";
import { getPhoto } from "./photos.service.ts";
import { derivedText } from "./photos.text.ts";

export async function updatePhoto(deps: Deps, id: PhotoId, change: PhotoChange): Promise<AdminPhoto> {
  await changeLibrary(deps, async (trx) => {
    if (change.album_id) await checkCategory(trx, id, change.album_id);
    throwIfRefused(await changePhotos(trx, [id], change));
  });
  return getPhoto(deps, id);
}

/** One photo is moved within its category; a selection from anywhere takes on the album's (see moveToAlbum). */
async function checkCategory(trx: LibraryChange, id: PhotoId, albumId: NonNullable<PhotoChange["album_id"]>) {
  const [album, photo] = [await findAlbumById(trx, albumId), await queries.findPhoto(trx, id)];
  if (album && photo && photoCategoryOf(album.category) !== photo.category) {
    throw invalid({ album_id: ["This album is in another category"] });
  }
}

type ChangeOptions = {
  /** Photos that join an album or a collection return to where they were in it. Else they go to its end, in their order. */
  putBack?: boolean;
};

/** Makes the one change to all of them. */
export async function changePhotos(
  trx: LibraryChange,
  ids: readonly PhotoId[],
  change: PhotoChange,
  { putBack = false }: ChangeOptions = {},
): Promise<Outcome> {
  const album = change.album_id ? await findAlbumById(trx, change.album_id) : undefined;
  if (change.album_id && !album) throw invalid({ album_id: ["There is no such album"] });

  const { outcome, chosen } = sortOut(ids, await findRows(trx, ids), (row) =>
    isSame(row, change) ? "same" : (refusal(row, change) ?? "change"),
  );
  const changed = chosen.map((row) => row.id);

  if (change.title !== undefined) await setTexts(trx, chosen, { title: change.title });
  if (change.caption !== undefined) await setTexts(trx, chosen, { caption: change.caption });
  if (change.tags !== undefined) await setTexts(trx, chosen, { tags: JSON.stringify(change.tags) });
  if (change.license !== undefined) await updateAll(trx, changed, { license: change.license });
  if (change.visibility !== undefined) await updateAll(trx, changed, { visibility: change.visibility });
  if (change.category !== undefined) {
    await leaveAlbums(trx, changed);
    await updateAll(trx, changed, { category: change.category });
  }
  if (change.album_id === null) await leaveAlbums(trx, changed);
  if (album) await (putBack ? putBackIntoAlbum : moveToAlbum)(trx, album, changed);
  for (const collection of COLLECTIONS) {
    if (change[collection] === true)
      await (putBack ? putBackIntoCollection : addToCollection)(trx, collection, changed);
    if (change[collection] === false) await removeFromCollection(trx, collection, changed);
  }
  return outcome;
}

export async function changeTags(
  trx: LibraryChange,
  ids: readonly PhotoId[],
  edit: (tags: string[]) => string[],
): Promise<Outcome> {
  const rows = await findRows(trx, ids);
  // Written by us as a JSON list of strings.
  const edited = new Map(rows.map((row) => [row.id, [...new Set(edit(JSON.parse(row.tags) as string[]))]]));
  const tagsOf = (row: PhotoRow) => edited.get(row.id) ?? [];
  const { outcome, chosen } = sortOut(ids, rows, (row) => {
    if (tagsOf(row).length > TAGS_MAX) return invalid({ tags: [`A photo can have at most ${TAGS_MAX} tags`] });
    return JSON.stringify(tagsOf(row)) === row.tags ? "same" : "change";
  });
  await setTexts(trx, chosen, (row) => ({ tags: JSON.stringify(tagsOf(row)) }));
  return outcome;
}

const findRows = (trx: LibraryChange, ids: readonly PhotoId[]) =>
  inParts([...new Set(ids)], (part) => queries.findPhotos(trx, part));

function isSame(row: PhotoRow, change: PhotoChange): boolean {
  const now: Required<PhotoChange> = {
    title: row.title,
    caption: row.caption,
    tags: JSON.parse(row.tags),
    license: row.license,
    category: row.category,
    album_id: row.album_id,
    visibility: row.visibility,
    favorite: row.favorite_position !== null,
    featured: row.featured_position !== null,
    quick_collection: row.quick_position !== null,
  };
  return Object.entries(change).every(
    // The change's fields are those of PhotoChange.
    ([field, value]) => JSON.stringify(now[field as keyof PhotoChange]) === JSON.stringify(value),
  );
}

/** What is in the trash has no place in albums and collections until it is restored. */
function refusal(row: PhotoRow, change: PhotoChange): AppError | undefined {
  const placing = ["category", "album_id", "favorite", "featured", "quick_collection"];
  if (row.deleted_at === null || !Object.keys(change).some((field) => placing.includes(field))) return undefined;
  return conflict("This photo is in the trash. Restore it first.");
}

async function updateAll(trx: LibraryChange, ids: PhotoId[], columns: Parameters<typeof queries.updatePhotos>[2]) {
  await inParts(ids, async (part) => {
    await queries.updatePhotos(trx, part, columns);
    return [];
  });
}

type Texts = Partial<Pick<PhotoRow, "title" | "caption" | "tags">>;

/** With what searching and sorting read. */
async function setTexts(trx: LibraryChange, rows: PhotoRow[], texts: Texts | ((row: PhotoRow) => Texts)) {
  const changed = rows.map((row) => {
    const { id, title, caption, tags, filename } = { ...row, ...(typeof texts === "function" ? texts(row) : texts) };
    return { id, title, caption, tags, ...derivedText({ title, caption, tags, filename }) };
  });
  await updateEachPhoto(trx, ["title", "caption", "tags", "search_text", "title_key"], changed);
}
