import { createWriteStream } from "node:fs";
import { copyFile, mkdir, rename, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AdminPhoto, PhotoId } from "../../contract/photos.ts";
import type { Deps } from "../deps.ts";
import { listAlbumPhotos } from "../features/albums/album-photos.service.ts";
import { findFeaturedAlbumIds } from "../features/albums/albums.queries.ts";
import { listAlbums } from "../features/albums/albums.service.ts";
import { adminPhotosById, listPhotoIds } from "../features/photos/photos.service.ts";
import { COLLECTION_FILE, type CollectedPhoto, type Collection } from "./collection.ts";
import { writeSidecar } from "./xmp-sidecar.ts";

export type ExportSummary = { photos: number; albums: number; inTrash: number; missing: string[] };
type Progress = (done: number, total: number) => void;

/**
 * Every original under its own name in folders by category and album, a sidecar beside each, and a description of it all.
 * What stands already is not written again, so an export can be brought up to date. The trash is left out.
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
  // Not there before the server's first start.
  await copyFile(join(deps.config.dataDir, "site.json"), join(folder, "site.json")).catch(ignoreMissing);
  const trash = await listPhotoIds(deps, { deleted: true, sort: "newest" });
  return {
    photos: photos.size - missing.length,
    albums: collection.albums.length,
    inTrash: trash.length,
    missing,
  };
}

/** The library in the terms of the description, and the file that each photo gets. */
async function describeLibrary(deps: Deps): Promise<{ collection: Collection; photos: Map<AdminPhoto, string> }> {
  const albums = await listAlbums(deps);
  const photos = new Map<AdminPhoto, string>();
  const fileOf = new Map<PhotoId, string>();
  const taken = new Set<string>();
  const describe = (list: AdminPhoto[], place: string): CollectedPhoto[] =>
    list.map((photo) => {
      const file = freeName(taken, place, photo.filename);
      photos.set(photo, file);
      fileOf.set(photo.id, file);
      return describePhoto(photo, file);
    });

  const described: Collection["albums"] = [];
  for (const { slug, title, category, description, cover_photo_id } of albums) {
    const members = describe(await listAlbumPhotos(deps, slug), `${category}/${slug}`);
    const cover = cover_photo_id ? fileOf.get(cover_photo_id) : undefined;
    described.push({ slug, title, category, description, cover, photos: members });
  }
  const unassigned = await listPhotoIds(deps, { unassigned: true, sort: "oldest" });
  const unassignedPhotos = await adminPhotosById(deps, unassigned);
  const in_no_album = describe(
    unassigned.flatMap((id) => unassignedPhotos.get(id) ?? []),
    "in-no-album",
  );

  const files = (ids: PhotoId[]) => ids.flatMap((id) => fileOf.get(id) ?? []);
  const featuredIds = await findFeaturedAlbumIds(deps.db);
  const collection: Collection = {
    vitrine: 1,
    albums: described,
    in_no_album,
    featured_albums: featuredIds.flatMap((id) => albums.find((album) => album.id === id)?.slug ?? []),
    favorites: files(await listPhotoIds(deps, { favorite: true, sort: "curated" })),
    featured: files(await listPhotoIds(deps, { featured: true, sort: "curated" })),
    quick_collection: files(await listPhotoIds(deps, { quick_collection: true, sort: "curated" })),
  };
  return { collection, photos };
}

function describePhoto(photo: AdminPhoto, file: string): CollectedPhoto {
  const { filename, title, caption, tags, license, visibility, category, captured_on } = photo;
  const { uploaded_on, file_modified_on } = photo;
  const texts = { title, caption, tags, license, visibility, category };
  return { file, filename, ...texts, captured_on, uploaded_on, file_modified_on };
}

/** Two photos may have the same name, also where a file system tells no capitals from small letters. */
function freeName(taken: Set<string>, place: string, filename: string): string {
  const extension = extname(filename);
  const stem = filename.slice(0, filename.length - extension.length);
  // What some file systems refuse in names.
  const safe = stem.replace(/[<>:"/\\|?*]/g, "_");
  let file = `${place}/${safe}${extension}`;
  for (let number = 2; taken.has(file.toLowerCase()); number++) file = `${place}/${safe}-${number}${extension}`;
  taken.add(file.toLowerCase());
  return file;
}

/** False where the storage has lost the original. */
async function writePhoto({ db, storage }: Deps, photo: AdminPhoto, path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.xmp`, writeSidecar(photo));
  // A name may stand for another photo than in the last export: only size and time together tell the same file.
  const standing = await stat(path).catch(ignoreMissing);
  if (standing?.size === photo.filesize && standing.mtime.getTime() === timeOf(photo).getTime()) return true;
  const { original_key } = await db
    .selectFrom("photo")
    .select("original_key")
    .where("id", "=", photo.id)
    .executeTakeFirstOrThrow();
  const original = await storage.open(original_key);
  if (!original) return false;
  // Under its name only when it is whole.
  await pipeline(original.stream, createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
  await utimes(path, timeOf(photo), timeOf(photo));
  return true;
}

/** An exported file has the time it had on the owner's disk. */
const timeOf = ({ file_modified_on, uploaded_on }: AdminPhoto) => new Date(file_modified_on ?? uploaded_on);

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
