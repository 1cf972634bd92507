import { PICTURE_FORMATS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { PhotoRow, VariantRow } from "../../db/schema.ts";
import { readFormerFile } from "../../library/files/former-file.ts";
import { countIntents } from "../../library/files/intents.queries.ts";
import { areDeletesHeld, PUT_LEASE_MS } from "../../library/files/intents.ts";
import { filesOf, variantKey } from "../../library/files/keys.ts";
import { hashStream } from "../../platform/hash.ts";
import type { Library } from "../command/open-library.ts";
import { findDifferingAlbums } from "./check-albums.ts";
import { findMissingCategories } from "./check-categories.ts";
import { findWrongCounts } from "./check-counts.ts";
import { findForeignCovers } from "./check-covers.ts";
import { findLooseFiles, openKeys } from "./check-files.ts";
import { findIdleAddresses } from "./check-foreign-addresses.ts";
import { findInboxProblems } from "./check-inbox.ts";
import { findBrokenLines } from "./check-lines.ts";
import { findBrokenOrders } from "./check-orders.ts";
import { findForeignFiles } from "./check-owner.ts";
import { findBrokenPages } from "./check-pages.ts";
import { findSealedLinks } from "./check-rooms.ts";
import { findForeignSchema } from "./check-schema.ts";
import { findMissingSitePictures } from "./check-site-pictures.ts";
import { findMissingParts } from "./check-uploads.ts";
import type { CheckProgress, Finding } from "./findings.ts";

type CheckOptions = {
  /** Read every original in full and compare its SHA-256. */
  verify: boolean;
  progress: CheckProgress;
};

const PHOTOS_PER_BATCH = 500;
/** A server tries every minute. */
const DELETE_ATTEMPTS_MS = 2 * 60_000;

/**
 * Compares the whole database with the storage, a batch at a time. Safe while the server runs: whatever looks wrong is
 * checked a second time, since it may have changed in between.
 */
export async function* checkLibrary(library: Library, options: CheckOptions): AsyncGenerator<Finding> {
  yield* findMissingFiles(library, options);
  yield* findLooseFiles(library, options.progress);
  // Before the orders, which its repair may leave with a gap.
  yield* findDifferingAlbums(library.db);
  yield* findBrokenOrders(library.db);
  yield* findWrongCounts(library.db);
  yield* findForeignCovers(library.db);
  yield* findBrokenLines(library.db);
  yield* findBrokenPages(library.db);
  yield* findMissingCategories(library.db);
  yield* findIdleAddresses(library.db);
  yield* findMissingSitePictures(library.db);
  yield* findForeignFiles(library.config.dataDir);
  yield* findForeignSchema(library.database);
  yield* findSealedLinks(library);
  yield* findMissingParts(library);
  yield* findInboxProblems(library.config.inboxDir);
  yield* findUnfinishedDeletes(library);
  yield* findOpenWork(library);
}

type Expected = Pick<PhotoRow, "id" | "internal_id" | "original_key" | "filesize" | "sha256" | "former_file">;

async function* findMissingFiles(library: Library, { verify, progress }: CheckOptions): AsyncGenerator<Finding> {
  let after = 0;
  for (;;) {
    const photos = await library.db
      .selectFrom("photo")
      .select(["id", "internal_id", "original_key", "filesize", "sha256", "former_file"])
      .where("id", ">", after as PhotoId)
      .orderBy("id")
      .limit(PHOTOS_PER_BATCH)
      .execute();
    const last = photos.at(-1);
    if (!last) return;
    after = last.id;
    for (const photo of photos) {
      const finding = (await checkOriginal(library, photo, verify)) ?? (await checkFormerFile(library, photo));
      if (finding) yield finding;
      progress.photos++;
    }
    yield* checkVariants(library, photos);
  }
}

async function checkOriginal(library: Library, photo: Expected, verify: boolean): Promise<Finding | undefined> {
  const { original_key: key, id: photo_id } = photo;
  const size = await library.storage.sizeOf(key);
  const isRight = size === photo.filesize && (!verify || (await hashOf(library, key)) === photo.sha256);
  if (isRight || !(await isItsFile(library, photo))) return undefined;
  return { kind: size === undefined ? "original-missing" : "original-changed", photo_id, key };
}

/** Its loss only means that a replacement can no longer be reverted. */
async function checkFormerFile(library: Library, photo: Expected): Promise<Finding | undefined> {
  const former = readFormerFile(photo);
  if (!former || (await library.storage.sizeOf(former.original_key)) === former.filesize) return undefined;
  if (!(await isItsFile(library, photo))) return undefined;
  return { kind: "former-file-missing", photo_id: photo.id, key: former.original_key };
}

async function hashOf({ storage }: Library, key: string): Promise<string | undefined> {
  const file = await storage.open(key);
  return file && hashStream(file.stream);
}

async function* checkVariants(library: Library, photos: readonly Expected[]): AsyncGenerator<Finding> {
  const ids = photos.map(({ id }) => id);
  const internalIds = new Map(photos.map((photo) => [photo.id, photo.internal_id]));
  const rows = await library.db.selectFrom("variant").selectAll().where("photo_id", "in", ids).execute();
  for (const row of rows) {
    const internalId = internalIds.get(row.photo_id) ?? "";
    for (const { format, bytes } of filesOf(row)) {
      const key = variantKey(internalId, row.size, format);
      const size = await library.storage.sizeOf(key);
      if (size === bytes || (await isBeingMade(library, key)) || !(await isUnchanged(library, row))) continue;
      const kind = size === undefined ? "variant-missing" : "variant-changed";
      yield { kind, photo_id: row.photo_id, size: row.size, key };
      break;
    }
  }
}

/** Whether the photo still exists, with this file: it may just have been deleted or replaced. */
async function isItsFile({ db }: Library, { id, original_key }: Expected): Promise<boolean> {
  const photo = await db.selectFrom("photo").select("original_key").where("id", "=", id).executeTakeFirst();
  return photo?.original_key === original_key;
}

/** Overwritten, with its row not yet committed. Read before the row: the same commit ends the intent. */
const isBeingMade = async (library: Library, key: string) => (await openKeys(library)).has(key);

/** Whether the row is unchanged: the picture may just have been made again. */
async function isUnchanged({ db }: Library, row: VariantRow): Promise<boolean> {
  const now = await db
    .selectFrom("variant")
    .selectAll()
    .where("photo_id", "=", row.photo_id)
    .where("size", "=", row.size)
    .executeTakeFirst();
  return PICTURE_FORMATS.every((format) => now?.[`${format}_bytes`] === row[`${format}_bytes`]);
}

/** A running program finishes a put within the lease, so an older one was left by one that died. */
async function* findOpenWork({ db, now }: Library): AsyncGenerator<Finding> {
  const count = await countIntents(db, "put", new Date(now().getTime() - PUT_LEASE_MS));
  if (count > 0) yield { kind: "work-left-open", count };
}

/** Older than the last attempts of a running server, and not held back by a backup. */
async function* findUnfinishedDeletes(library: Library): AsyncGenerator<Finding> {
  if (await areDeletesHeld(library)) return;
  const count = await countUnfinishedDeletes(library);
  if (count > 0) yield { kind: "delete-unfinished", count };
}

export const countUnfinishedDeletes = ({ db, now }: Library): Promise<number> =>
  countIntents(db, "delete", new Date(now().getTime() - DELETE_ATTEMPTS_MS));
