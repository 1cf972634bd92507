import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Db } from "../../db/schema.ts";
import { CannotStartError } from "../../errors.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { ensureSetting, readSetting } from "../settings.queries.ts";
import { hasPhotos } from "./marker.queries.ts";

/** The file that names the library a storage belongs to. Not an original or a variant, so no listing has it. */
const MARKER_KEY = "library-id";
const SETTING = "library_id";

/** At start: checks that the storage belongs to this library. A library without photos claims an empty storage. */
export async function claimStorage({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  const id = await readLibraryId(db);
  const marker = await readMarker(storage);
  if (marker !== undefined || (await hasPhotos(db))) return checkMarker(marker, id);
  await markStorage({ db, storage });
}

export async function markStorage({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  await markStorageAs(storage, await readLibraryId(db));
}

export async function markStorageAs(storage: Storage, libraryId: string): Promise<void> {
  await storage.putBytes(MARKER_KEY, Buffer.from(`${libraryId}\n`));
}

/** What the file says until a restore into the storage is complete, before the fingerprint of the backup. */
const RESTORING = "restoring ";

/** From here on no server and no other command opens the library, until `markStorage`. */
export async function markRestoring(storage: Storage, fingerprint: string): Promise<void> {
  await storage.putBytes(MARKER_KEY, Buffer.from(`${RESTORING}${fingerprint}\n`));
}

/** The fingerprint of the backup, if a restore into this storage has not finished. */
export async function unfinishedRestore(storage: Storage): Promise<string | undefined> {
  const marker = await readMarker(storage);
  return marker?.startsWith(RESTORING) ? marker.slice(RESTORING.length) : undefined;
}

/** Before anything else: a start would upgrade the tables of a library that is half there, and serve it. */
export async function requireRestored(storage: Storage): Promise<void> {
  if ((await unfinishedRestore(storage)) === undefined) return;
  throw new CannotStartError(
    "a restore into this library was interrupted, so it is not complete. Run the same restore again, which finishes it",
  );
}

export const unmarkStorage = (storage: Storage) => storage.delete([MARKER_KEY]);

/** The same check without claiming, for commands that only read. */
export async function requireOwnStorage({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  if (await hasPhotos(db)) checkMarker(await readMarker(storage), await readLibraryId(db));
}

/** An unmounted storage looks empty, as if every photo were lost. */
function checkMarker(marker: string | undefined, id: string): void {
  if (marker === undefined) {
    throw new CannotStartError("the storage is empty although the library has photos. Is its disk mounted?");
  }
  if (marker !== id) {
    throw new CannotStartError(
      "the storage and the database belong to different libraries. Check DATA_DIR and STORAGE_URL",
    );
  }
}

/** The id of the library that owns the storage. Undefined when none does. */
export async function readMarker(storage: Storage): Promise<string | undefined> {
  const marker = await storage.open(MARKER_KEY);
  return marker && (await text(marker.stream)).trim();
}

/** Created once, by the first server to start. */
export const readLibraryId = (db: Db): Promise<string> => ensureSetting(db, SETTING, randomUUID());

/** Undefined in a database that has never held a library. */
export const storedLibraryId = (db: Db): Promise<string | undefined> => readSetting(db, SETTING);
