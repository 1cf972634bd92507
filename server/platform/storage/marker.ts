import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { CannotStart } from "../../errors.ts";
import type { Db } from "../db/schema.ts";
import type { Storage } from "./storage.ts";

/** A file that says whose storage this is. Neither an original nor a variant, so it is in no listing. */
const MARKER_KEY = "library-id";
const SETTING = "library_id";

/**
 * A storage that is not mounted looks like an empty one, in which every photo is lost. So the storage carries the
 * library's id, and without it the server does not start.
 */
export async function requireOwnStorage({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  const id = await readLibraryId(db);
  const marker = await storage.open(MARKER_KEY);
  const found = marker && (await text(marker.stream)).trim();
  if (found === id) return;
  if (found !== undefined) {
    throw new CannotStart("the storage belongs to another library than the database. Check DATA_DIR and STORAGE_URL");
  }
  const photo = await db.selectFrom("photo").select("id").limit(1).executeTakeFirst();
  if (photo) {
    throw new CannotStart("the storage is empty although the library has photos. Is its disk mounted?");
  }
  await storage.putBytes(MARKER_KEY, Buffer.from(`${id}\n`));
}

/** Made once, by whoever starts first. */
async function readLibraryId(db: Db): Promise<string> {
  await db
    .insertInto("setting")
    .values({ key: SETTING, value: randomUUID() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const { value } = await db.selectFrom("setting").select("value").where("key", "=", SETTING).executeTakeFirstOrThrow();
  return value;
}
