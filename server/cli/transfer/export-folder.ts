import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../deps.ts";
import { COLLECTION_FILE } from "../../features/export/collection.ts";
import {
  describeLibrary,
  exportedSite,
  exportedSitePictures,
  exportedTexts,
  exportedTime,
} from "../../features/export/describe-library.ts";
import { type ExportedPhoto, exportedPhotos } from "../../features/export/exported-photos.ts";
import { writeSidecar } from "../../features/export/xmp-sidecar.ts";
import { exportMessages, hasMessages, MESSAGES_FILE } from "../../features/messages/messages.export.ts";
import { listPhotoIds } from "../../features/photos/photos.service.ts";

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
  const description = await describeLibrary(deps);
  const { collection, fileOf } = description;
  const missing: string[] = [];
  let done = 0;
  for await (const exported of exportedPhotos(deps, fileOf)) {
    if (!(await writePhoto(deps, exported, join(folder, exported.file)))) missing.push(exported.file);
    done += 1;
    progress(done, fileOf.size);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, COLLECTION_FILE), `${JSON.stringify(collection, null, 2)}\n`);
  for await (const { file, content } of exportedTexts(deps, description)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  for await (const { file, content } of exportedSitePictures(deps, collection)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  await writeFile(join(folder, "site.json"), exportedSite(deps));
  await writeMessages(deps, join(folder, MESSAGES_FILE));
  const trash = await listPhotoIds(deps, { deleted: true, sort: "newest" });
  return {
    photos: done - missing.length,
    albums: collection.albums.length,
    inTrash: trash.length,
    missing,
  };
}

async function writeMessages(deps: Deps, path: string): Promise<void> {
  if (await hasMessages(deps)) await pipeline(exportMessages(deps), createWriteStream(path));
  // Of an earlier export.
  else await rm(path, { force: true });
}

/** False if the storage has lost the original. */
async function writePhoto({ storage }: Deps, { photo, original_key }: ExportedPhoto, path: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.xmp`, writeSidecar(photo));
  const time = exportedTime(photo);
  // The name may have belonged to another photo in the last export: compare size and time as well.
  const existing = await stat(path).catch(ignoreMissing);
  if (existing?.size === photo.filesize && existing.mtime.getTime() === time.getTime()) return true;
  const original = await storage.open(original_key);
  if (!original) return false;
  // Renamed only once complete, so that a file under its name is never half-written.
  await pipeline(original.stream, createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
  await utimes(path, time, time);
  return true;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
