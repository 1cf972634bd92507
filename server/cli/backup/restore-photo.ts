import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PhotoDetails, type PhotoId } from "../../../contract/photos.ts";
import { CannotStartError } from "../../errors.ts";
import { COLLECTION_FILE, type Collection } from "../../features/export/collection.ts";
import { hashStream } from "../../platform/hash.ts";
import type { Library } from "../command/open-library.ts";
import { type BackupCipher, openCipher } from "./backup-cipher.ts";
import { type BackedUpFile, BackupDamagedError } from "./backup-format.ts";
import type { PhotoLine } from "./library-rows.ts";
import { openRun, runFolders, storeOf } from "./open-backup.ts";
import { requireOwnFiles } from "./read-backup.ts";

export type FoundPhoto = { photo: PhotoLine; original: BackedUpFile; made_at: string };

/** The photo and its original in the newest backup that has both, intact. */
export async function findPhoto(folder: string, id: number, passphrase: string | undefined): Promise<FoundPhoto> {
  const named = await runFolders(folder);
  const runs = named.length > 0 ? named : [folder];
  const cipher = await openCipher(storeOf(runs[0] ?? folder), passphrase);
  for (const run of runs) {
    const found = await findIn(run, cipher, id).catch(noneIfDamaged);
    if (found) return found;
  }
  throw new CannotStartError(`no backup in ${folder} has the file of photo ${id}`);
}

async function findIn(run: string, cipher: BackupCipher, id: number): Promise<FoundPhoto | undefined> {
  const backup = await openRun(run, cipher);
  await backup.verifyRows();
  for await (const { photo, files } of backup.photos()) {
    if (photo.id !== id) continue;
    requireOwnFiles(photo, files);
    const original = files.find(({ key }) => key === photo.original_key);
    const isIntact = original && (await hashStream(original.read()).catch(() => "")) === photo.sha256;
    return isIntact ? { photo, original, made_at: backup.made_at } : undefined;
  }
  return undefined;
}

/** An older backup may have it. */
function noneIfDamaged(error: unknown): undefined {
  if (!(error instanceof BackupDamagedError)) throw error;
}

/** Puts the original back into the library. Its pictures are made again from it. */
export async function restorePhotoFiles(
  { db, storage }: Library,
  { photo, original }: FoundPhoto,
): Promise<"restored" | "intact"> {
  const row = await db
    .selectFrom("photo")
    .select(["original_key", "sha256"])
    .where("id", "=", photo.id as PhotoId)
    .where("internal_id", "=", photo.internal_id)
    .executeTakeFirst();
  if (!row) {
    throw new CannotStartError(
      `photo ${photo.id} has been deleted from the library. Write its file to a folder with --to FOLDER, and import that`,
    );
  }
  if (row.sha256 !== photo.sha256) {
    throw new CannotStartError(
      `photo ${photo.id} has another file now. Write the old one to a folder with --to FOLDER`,
    );
  }
  const present = await storage.open(row.original_key);
  if (present && (await hashStream(present.stream)) === row.sha256) return "intact";
  await storage.putFile(row.original_key, await storage.writeTemp(original.read()));
  return "restored";
}

/** Writes the original under its name, with its texts, for an import. */
export async function writePhotoTo(target: string, { photo, original }: FoundPhoto): Promise<string> {
  await mkdir(target, { recursive: true });
  const file = join(target, photo.filename);
  await writeFile(file, original.read());
  const described: Collection = {
    vitrine: 1,
    categories: [],
    albums: [],
    in_no_album: [{ file: photo.filename, source_filename: photo.source_filename, ...textsOf(photo) }],
    featured_albums: [],
    favorites: [],
    featured: [],
    quick_collection: [],
    rooms: [],
    pages: [],
    site_pictures: [],
  };
  await writeFile(join(target, COLLECTION_FILE), `${JSON.stringify(described, undefined, 2)}\n`);
  return file;
}

/** A line has every column of the photo. Tags are JSON in the database. */
function textsOf(photo: object): Partial<PhotoDetails> {
  const columns = Object.entries(photo).map(([name, value]) => [name, name === "tags" ? JSON.parse(value) : value]);
  return PhotoDetails.partial().parse(Object.fromEntries(columns));
}
