import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { CannotStartError } from "../errors.ts";
import type { Db } from "../platform/db/schema.ts";
import type { Storage } from "../platform/storage/storage.ts";

/** A file that says whose storage this is. Neither an original nor a variant, so it is in no listing. */
const MARKER_KEY = "library-id";
const SETTING = "library_id";

/** At start: the storage must be this library's. A library without photos makes an empty storage its own. */
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

/** For whoever only looks. */
export async function requireOwnStorage({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  if (await hasPhotos(db)) checkMarker(await readMarker(storage), await readLibraryId(db));
}

/** A storage that is not mounted looks like an empty one, in which every photo is lost. */
function checkMarker(marker: string | undefined, id: string): void {
  if (marker === undefined) {
    throw new CannotStartError("the storage is empty although the library has photos. Is its disk mounted?");
  }
  if (marker !== id) {
    throw new CannotStartError(
      "the storage belongs to another library than the database. Check DATA_DIR and STORAGE_URL",
    );
  }
}

/** The id of the library that the storage belongs to; undefined for one that belongs to none. */
export async function readMarker(storage: Storage): Promise<string | undefined> {
  const marker = await storage.open(MARKER_KEY);
  return marker && (await text(marker.stream)).trim();
}

async function hasPhotos(db: Db): Promise<boolean> {
  return (await db.selectFrom("photo").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Made once, by whoever starts first. */
async function readLibraryId(db: Db): Promise<string> {
  await db
    .insertInto("setting")
    .values({ key: SETTING, value: randomUUID() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const id = await storedLibraryId(db);
  if (id === undefined) throw new Error("the library's id was just written");
  return id;
}

/** Undefined in a database that no library was ever in. */
export async function storedLibraryId(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("setting").select("value").where("key", "=", SETTING).executeTakeFirst();
  return row?.value;
}
