import { createWriteStream } from "node:fs";
import { mkdir, rename, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AdminAlbum } from "../../contract/albums.ts";
import { CATEGORIES } from "../../contract/limits.ts";
import { type AdminPhoto, PhotoDetails, type PhotoId } from "../../contract/photos.ts";
import type { Deps } from "../deps.ts";
import { listAlbumPhotos } from "../features/albums/album-photos.service.ts";
import { findAlbumIds, findFeaturedAlbumIds } from "../features/albums/albums.queries.ts";
import { listAlbums } from "../features/albums/albums.service.ts";
import { adminPhotosById, listPhotoIds } from "../features/photos/photos.service.ts";
import { getRoom, listRooms } from "../features/rooms/rooms.service.ts";
import { getSiteSettings } from "../features/site/site.service.ts";
import { siteFileText } from "../features/site/site-file.ts";
import { findFormerAddresses } from "../library/former-addresses.queries.ts";
import { COLLECTION_FILE, type CollectedPhoto, type CollectedRoom, type Collection } from "./collection.ts";
import { writeSidecar } from "./xmp-sidecar.ts";

export type ExportSummary = { photos: number; albums: number; inTrash: number; missing: string[] };
type Progress = (done: number, total: number) => void;

/**
 * Writes every original under its own name in folders by category and album, a sidecar next to each, and a description of
 * everything. Existing files are not written again, so an export can be updated. The trash is left out.
 */
export async function exportCollection(
  deps: Deps,
  folder: string,
  progress: Progress = () => {},
): Promise<ExportSummary> {
  const { collection, photos } = await describeLibrary(deps);
  const missing: string[] = [];
  let done = 0;
  for (const [photo, file] of photos) {
    if (!(await writePhoto(deps, photo, join(folder, file)))) missing.push(file);
    done += 1;
    progress(done, photos.size);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, COLLECTION_FILE), `${JSON.stringify(collection, null, 2)}\n`);
  // An import finds the portrait by its file: here it has another internal_id.
  await writeFile(join(folder, "site.json"), siteFileText({ ...deps.site.current(), portrait: "" }));
  const trash = await listPhotoIds(deps, { deleted: true, sort: "newest" });
  return {
    photos: photos.size - missing.length,
    albums: collection.albums.length,
    inTrash: trash.length,
    missing,
  };
}

/** The description of the library, and the file of each photo. */
async function describeLibrary(deps: Deps): Promise<{ collection: Collection; photos: Map<AdminPhoto, string> }> {
  const albums = await albumsInOrder(deps);
  const photos = new Map<AdminPhoto, string>();
  const fileOf = new Map<PhotoId, string>();
  const taken = new Set<string>();
  const describe = (list: AdminPhoto[], albumFolder: string): CollectedPhoto[] =>
    list.map((photo) => {
      const file = freeName(taken, albumFolder, photo.filename);
      photos.set(photo, file);
      fileOf.set(photo.id, file);
      return describePhoto(photo, file);
    });

  const membersOf = new Map<string, AdminPhoto[]>();
  const homes = new Map<PhotoId, CollectedPhoto>();
  for (const { id, slug, category } of albums) {
    const members = await listAlbumPhotos(deps, slug);
    membersOf.set(slug, members);
    const residents = members.filter((photo) => photo.album_id === id);
    for (const [index, photo] of describe(residents, `${category}/${slug}`).entries()) {
      homes.set(residents[index]?.id ?? (0 as PhotoId), photo);
    }
  }
  // Only now, because an album may come before the home of its guests.
  const former = Map.groupBy(await findFormerAddresses(deps.db), ({ album_id }) => album_id);
  const described = albums.map(({ id, slug, title, category, description, status, cover_photo_id }) => {
    const cover = cover_photo_id ? fileOf.get(cover_photo_id) : undefined;
    const former_addresses = (former.get(id) ?? []).map((address) => `/${address.category}/${address.slug}`);
    const members = (membersOf.get(slug) ?? []).flatMap((photo) => {
      const described = homes.get(photo.id);
      if (!described) return [];
      return photo.album_id === id ? described : { file: described.file, guest: true as const };
    });
    return { slug, title, category, description, status, former_addresses, cover, photos: members };
  });
  const unassigned = await listPhotoIds(deps, { unassigned: true, sort: "oldest" });
  const unassignedPhotos = await adminPhotosById(deps, unassigned);
  const in_no_album = describe(
    unassigned.flatMap((id) => unassignedPhotos.get(id) ?? []),
    "in-no-album",
  );

  const files = (ids: PhotoId[]) => ids.flatMap((id) => fileOf.get(id) ?? []);
  const featuredIds = await findFeaturedAlbumIds(deps.db);
  const { portrait_photo_id } = await getSiteSettings(deps);
  const collection: Collection = {
    vitrine: 1,
    ...(portrait_photo_id && { portrait: fileOf.get(portrait_photo_id) }),
    albums: described,
    in_no_album,
    featured_albums: featuredIds.flatMap((id) => albums.find((album) => album.id === id)?.slug ?? []),
    favorites: files(await listPhotoIds(deps, { favorite: true, sort: "curated" })),
    featured: files(await listPhotoIds(deps, { featured: true, sort: "curated" })),
    quick_collection: files(await listPhotoIds(deps, { quick_collection: true, sort: "curated" })),
    rooms: await describeRooms(deps, fileOf),
  };
  return { collection, photos };
}

async function describeRooms(deps: Deps, fileOf: Map<PhotoId, string>): Promise<CollectedRoom[]> {
  const rooms: CollectedRoom[] = [];
  for (const { id } of await listRooms(deps)) {
    const { room, photos, selection } = await getRoom(deps, id);
    const { title, message, download, selection_limit, expires_on } = room;
    const fields = { title, message, download, selection: room.selection, selection_limit, expires_on };
    const chosen = selection.picks.flatMap(({ photo_id, comment }) => {
      const file = fileOf.get(photo_id);
      return file === undefined ? [] : { file, comment };
    });
    rooms.push({ ...fields, photos: photos.flatMap((photo) => fileOf.get(photo.id) ?? []), chosen });
  }
  return rooms;
}

/** Each category in the owner's order. The lists of the site begin with the featured albums instead. */
async function albumsInOrder(deps: Deps): Promise<AdminAlbum[]> {
  const albums = new Map((await listAlbums(deps)).map((album) => [album.id, album]));
  const ids = await Promise.all(CATEGORIES.map((category) => findAlbumIds(deps.db, category)));
  return ids.flat().flatMap((id) => albums.get(id) ?? []);
}

function describePhoto(photo: AdminPhoto, file: string): CollectedPhoto {
  const { filename, captured_on, uploaded_on, file_modified_on } = photo;
  const details = Object.fromEntries(DETAILS.map((field) => [field, photo[field]]));
  return { file, filename, ...details, captured_on, uploaded_on, file_modified_on };
}

// The keys of the schema are those of its type.
const DETAILS = Object.keys(PhotoDetails.shape) as (keyof PhotoDetails)[];

/** Two photos may share a name, and some file systems ignore case. */
function freeName(taken: Set<string>, albumFolder: string, filename: string): string {
  // Some file systems refuse these characters in names, and `..` is a folder.
  const name = filename.replace(/[<>:"/\\|?*]/g, "_").replace(/^\.{1,2}$/, "photo");
  const extension = extname(name);
  const safe = name.slice(0, name.length - extension.length);
  let file = `${albumFolder}/${safe}${extension}`;
  for (let number = 2; taken.has(file.toLowerCase()); number++) file = `${albumFolder}/${safe}-${number}${extension}`;
  taken.add(file.toLowerCase());
  return file;
}

/** False if the storage has lost the original. */
async function writePhoto({ db, storage }: Deps, photo: AdminPhoto, path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.xmp`, writeSidecar(photo));
  // The name may have belonged to another photo in the last export: compare size and time as well.
  const existing = await stat(path).catch(ignoreMissing);
  if (existing?.size === photo.filesize && existing.mtime.getTime() === timeOf(photo).getTime()) return true;
  const { original_key } = await db
    .selectFrom("photo")
    .select("original_key")
    .where("id", "=", photo.id)
    .executeTakeFirstOrThrow();
  const original = await storage.open(original_key);
  if (!original) return false;
  // Renamed only once complete, so that a file under its name is never half-written.
  await pipeline(original.stream, createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
  await utimes(path, timeOf(photo), timeOf(photo));
  return true;
}

/** An exported file gets the time it had on the owner's disk. */
const timeOf = ({ file_modified_on, uploaded_on }: AdminPhoto) => new Date(file_modified_on ?? uploaded_on);

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
