import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { changeOf, type PhotoId } from "../../../contract/photos.ts";
import type { UploadError } from "../../../contract/uploads.ts";
import type { Db } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { addAlbumPhotos, listAlbumPhotos, reorderAlbumPhotos } from "../../features/albums/album-photos.service.ts";
import { addFormerAddresses, createAlbum, listAlbums, updateAlbum } from "../../features/albums/albums.service.ts";
import { reorderCollection } from "../../features/curation/curation.service.ts";
import {
  type CollectedAlbum,
  type CollectedPhoto,
  type CollectedRoom,
  type Collection,
  homePhotos,
} from "../../features/export/collection.ts";
import { sequencePath } from "../../features/export/describe-library.ts";
import { importMessages, MESSAGES_FILE } from "../../features/messages/messages.export.ts";
import { updatePhoto } from "../../features/photos/photos.change.ts";
import { listPhotoIds } from "../../features/photos/photos.service.ts";
import { importRoom, listRooms } from "../../features/rooms/rooms.service.ts";
import { importSequence } from "../../features/sequences/sequences.export.ts";
import { updateSite } from "../../features/site/site.service.ts";
import { uploadLocalFile } from "../../features/uploads/uploads.service.ts";
import { safeFileName } from "../../features/uploads/uploads.text.ts";
import { hashFile } from "../../platform/hash.ts";
import { importCategories, importCovers } from "./import-categories.ts";
import {
  findForeignAlbum,
  importForeignAddresses,
  importForeignKeys,
  importForeignPhotos,
} from "./import-foreign-addresses.ts";
import { importPages } from "./import-pages.ts";
import { importPortrait, importSite, importSitePictures, UNREADABLE } from "./import-site.ts";
import { inOrder } from "./in-order.ts";
import { requireInside } from "./require-inside.ts";

export type ImportSummary = { stored: number; known: number; refused: UploadError[]; messages: number };
export type AlbumsBy = "slug" | "title" | "address";
type Options = {
  /**
   * A described album is the library's album with the same slug. An album made from a folder is one with the same title
   * and category: `urban/Paris` and `travel/Paris` are two, and a slug does not say which is which. An album of another
   * program is the one that its foreign addresses lead to; without any, it is one with the same title, category and
   * status: what was hidden there must not end up in a public album.
   */
  albumsBy?: AlbumsBy;
  progress?: (done: number) => void;
};

/** Enough to keep every core busy making pictures. */
const PHOTOS_IN_PARALLEL = 8;

/**
 * Each photo takes the same path as an upload. A photo whose bytes are already in the library is not stored again, so an
 * interrupted import resumes, and repeating a finished one changes nothing.
 */
export async function importCollection(
  deps: Deps,
  folder: string,
  collection: Collection,
  { albumsBy = "slug", progress = () => {} }: Options = {},
): Promise<ImportSummary> {
  // Read first: a link that leads out of the folder is refused before anything is stored.
  const siteFile = albumsBy === "address" ? undefined : await readInside(folder, "site.json");
  // In a folder without a description, a file of this name is not ours.
  const messages = albumsBy === "slug" ? await readInside(folder, MESSAGES_FILE) : undefined;
  const library = await findStored(deps.db);
  const summary: ImportSummary = { stored: 0, known: 0, refused: [], messages: 0 };
  const idOf = new Map<string, PhotoId>();
  const keyOf = await importCategories(deps, collection);
  const existing = await listAlbums(deps);
  const albums = new Map(albumsBy === "slug" ? existing.map((album) => [album.slug, album]) : []);
  const byTitle = Map.groupBy(albumsBy === "slug" ? [] : existing, titleKey[albumsBy]);
  const context = { deps, folder, library, albums, albumsBy, existing, byTitle, summary, idOf, progress };
  await importForeignKeys(deps, collection, keyOf);

  // They decide which files are accepted.
  const hasTakenSettings = await importSite(deps, siteFile);
  for (const album of collection.albums) {
    await importAlbum(context, { ...album, category: keyOf.get(album.category) ?? album.category });
  }
  await importPhotos(context, null, collection.in_no_album);
  // Guests and covers may come from any album.
  for (const album of collection.albums) await completeAlbum(context, album);

  await importForeignPhotos(deps, collection, idOf);
  await importCovers(deps, collection, keyOf, idOf);
  for (const slug of collection.featured_albums) {
    // Another slug than the described one where another album has or had that.
    const album = albums.get(slug);
    if (album?.featured === false) await updateAlbum(deps, album.slug, { featured: true });
  }
  await fillList(context, "favorite", collection.favorites);
  await fillList(context, "featured", collection.featured);
  await fillList(context, "quick_collection", collection.quick_collection);
  if (hasTakenSettings) await importPortrait(deps, collection.portrait, idOf);
  const homeAlbum = collection.home_album && albums.get(collection.home_album);
  if (hasTakenSettings && homeAlbum) await updateSite(deps, { home: { album_id: homeAlbum.id } });
  if (hasTakenSettings) summary.refused.push(...(await importSitePictures(deps, folder, collection.site_pictures)));
  await importRooms(context, collection.rooms);
  await importPages(deps, collection.pages, { ...context, read: (path) => readInside(folder, path) });
  if (messages !== undefined) summary.messages = await importMessages(deps, messages);
  return summary;
}

/** Undefined when there is no such file. */
async function readInside(folder: string, file: string): Promise<string | undefined> {
  if (!existsSync(join(folder, file))) return undefined;
  await requireInside(folder, file);
  return readFile(join(folder, file), "utf8");
}

type Context = {
  deps: Deps;
  folder: string;
  library: Stored;
  /** By the slug in the collection, including those created by this import. */
  albums: Map<string, AdminAlbum>;
  albumsBy: AlbumsBy;
  /** Albums that the library had before. */
  existing: AdminAlbum[];
  /** Those that no folder has been matched with yet. */
  byTitle: Map<string, AdminAlbum[]>;
  summary: ImportSummary;
  /** By file, for the photos handled so far. */
  idOf: Map<string, PhotoId>;
  progress(done: number): void;
};

async function importAlbum(context: Context, album: CollectedAlbum): Promise<void> {
  const { deps, albums, albumsBy, existing, byTitle } = context;
  const {
    photos: _photos,
    cover: _cover,
    slug: described,
    former_addresses,
    layout,
    foreign_addresses,
    ...fields
  } = album;
  const known =
    albums.get(album.slug) ??
    (albumsBy === "address" && foreign_addresses
      ? await findForeignAlbum(deps, foreign_addresses, existing)
      : byTitle.get(titleKey[albumsBy](album))?.shift());
  const target = known ?? (await createAlbum(deps, albumsBy === "slug" ? { ...fields, slug: described } : fields));
  if (!known) await addFormerAddresses(deps, target, former_addresses);
  if (foreign_addresses) await importForeignAddresses(deps, [{ to: { album_id: target.id }, foreign_addresses }]);
  if (!known && layout !== target.layout) await updateAlbum(deps, target.slug, { layout });
  albums.set(album.slug, target);
  await importPhotos(context, target.slug, homePhotos(album));
}

async function completeAlbum(context: Context, described: CollectedAlbum): Promise<void> {
  const { photos, cover } = described;
  const { deps, albums, idOf } = context;
  const album = albums.get(described.slug);
  if (!album) return;
  const { slug, cover_photo_id } = album;
  const guests = idsOf(
    context,
    photos.filter(({ guest }) => guest).map(({ file }) => file),
  );
  if (guests.length > 0) await addAlbumPhotos(deps, slug, guests);

  const members = (await listAlbumPhotos(deps, slug)).map(({ id }) => id);
  const files = photos.map(({ file }) => file);
  const order = inOrder(members, idsOf(context, files));
  if (order.some((id, index) => id !== members[index])) await reorderAlbumPhotos(deps, slug, order);
  const coverId = cover === undefined ? undefined : idOf.get(cover);
  if (coverId && coverId !== cover_photo_id && members.includes(coverId)) {
    await updateAlbum(deps, slug, { cover_photo_id: coverId });
  }
  // In a folder without a description, a file of this name is not ours.
  if (context.albumsBy !== "slug") return;
  const path = sequencePath(described);
  const json = await readInside(context.folder, path);
  const isMissing = (file: string) => !existsSync(join(context.folder, file));
  if (json !== undefined) await importSequence(deps, slug, { path, json, idOf, isMissing });
}

async function importPhotos(context: Context, slug: string | null, photos: CollectedPhoto[]): Promise<void> {
  const underWay: Promise<void>[] = [];
  for (const photo of photos) {
    const sha256 = await sha256Of(join(context.folder, photo.file));
    // Stored in the order of the list, whichever pictures are made first.
    const turn = underWay.at(-1) ?? Promise.resolve();
    underWay.push(importPhoto(context, { slug, photo, sha256, turn }));
    if (underWay.length >= PHOTOS_IN_PARALLEL) await underWay.shift();
  }
  await Promise.all(underWay);
}

type PhotoToImport = {
  slug: string | null;
  photo: CollectedPhoto;
  /** Undefined if the file cannot be read. */
  sha256: string | undefined;
  turn: Promise<void>;
};

async function importPhoto(
  { deps, folder, library, summary, idOf, progress }: Context,
  { slug, photo, sha256, turn }: PhotoToImport,
): Promise<void> {
  const { file, filename = basename(file), source_filename, file_modified_on, ...more } = photo;
  const { guest: _guest, foreign_addresses: _foreign, ...described } = more;
  const known = { ...described, ...(source_filename && { source_filename: safeFileName(source_filename) }) };
  const storedId = sha256 && library.take(sha256);
  if (!sha256) {
    summary.refused.push({ file_name: file, ...UNREADABLE });
  } else if (storedId) {
    idOf.set(file, storedId);
    summary.known += 1;
  } else {
    const upload = { path: join(folder, file), filename, known, modified_on: file_modified_on };
    const outcome = await uploadLocalFile(deps, slug, upload, turn);
    if (outcome.ok) {
      idOf.set(file, outcome.value.photo_id);
      summary.stored += 1;
    } else {
      summary.refused.push({ ...outcome.error, file_name: file });
    }
  }
  await turn;
  progress(summary.stored + summary.known + summary.refused.length);
}

type ListName = "favorite" | "featured" | "quick_collection";

async function fillList(context: Context, list: ListName, files: string[]): Promise<void> {
  const { deps } = context;
  if (files.length === 0) return;
  const wanted = idsOf(context, files);
  const before = new Set(await listIds(deps, list));
  for (const id of wanted) {
    if (!before.has(id)) await updatePhoto(deps, id, changeOf(list, true));
  }
  const now = await listIds(deps, list);
  const order = inOrder(now, wanted);
  if (order.some((id, index) => id !== now[index])) await reorderCollection(deps, list, order);
}

/** Closed: its password and its link stay with the site it came from. One of the same title is there already. */
async function importRooms(context: Context, rooms: CollectedRoom[]): Promise<void> {
  const { deps } = context;
  const known = new Set((await listRooms(deps)).map(({ title }) => title));
  for (const { photos, chosen: _chosen, ...fields } of rooms) {
    if (known.has(fields.title)) continue;
    const by = { actor: "import", address: "" };
    await importRoom(deps, { ...fields, photo_ids: idsOf(context, photos) }, by);
  }
}

const listIds = (deps: Deps, list: ListName): Promise<PhotoId[]> =>
  listPhotoIds(deps, { [list]: true, sort: "curated" });

function idsOf({ idOf }: Context, files: string[]): PhotoId[] {
  return files.flatMap((file) => idOf.get(file) ?? []);
}

const byCategory = ({ category, title }: Pick<AdminAlbum, "category" | "title">) => `${category}/${title}`;
const titleKey = {
  slug: byCategory,
  title: byCategory,
  address: (album: Pick<AdminAlbum, "category" | "title" | "status">) => `${album.status} ${byCategory(album)}`,
};

export type Stored = { take(sha256: string): PhotoId | undefined };

/** Matches each stored photo with one file: of two identical files, the second may not be stored yet. */
export async function findStored(db: Db): Promise<Stored> {
  const stored = db.selectFrom("photo").select(["id", "sha256"]).where("deleted_at", "is", null);
  const rows = await stored.orderBy("id", "desc").execute();
  const ids = new Map<string, PhotoId[]>();
  for (const { id, sha256 } of rows) ids.set(sha256, [...(ids.get(sha256) ?? []), id]);
  return { take: (sha256) => ids.get(sha256)?.pop() };
}

export function sha256Of(path: string): Promise<string | undefined> {
  // Missing or unreadable: the summary lists it with the refused files.
  return hashFile(path).catch(() => undefined);
}
