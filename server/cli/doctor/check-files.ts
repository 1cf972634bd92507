import { readFormerFile } from "../../library/files/former-file.ts";
import {
  isRoomPictureKey,
  ownersOfOriginal,
  partKeys,
  readVariantKey,
  uploadOfPart,
} from "../../library/files/keys.ts";
import type { Library } from "../command/open-library.ts";
import type { CheckProgress, Finding } from "./findings.ts";

const FILES_PER_BATCH = 500;

/** Files that belong to no photo. */
export async function* findLooseFiles(library: Library, progress: CheckProgress): AsyncGenerator<Finding> {
  let batch: string[] = [];
  for await (const { key } of library.storage.list()) {
    progress.files++;
    batch.push(key);
    if (batch.length < FILES_PER_BATCH) continue;
    yield* looseAmong(library, batch);
    batch = [];
  }
  yield* looseAmong(library, batch);
}

async function* looseAmong(library: Library, keys: readonly string[]): AsyncGenerator<Finding> {
  const suspects = await notNamed(library, keys);
  if (suspects.length === 0) return;
  // A photo added or deleted between the two reads is consistent in one of them.
  for (const key of await notNamed(library, suspects)) {
    if ((await library.storage.sizeOf(key)) === undefined) continue;
    if (isRoomPictureKey(key)) yield { kind: "room-picture-without-room", key };
    else if (uploadOfPart(key)) yield { kind: "orphaned-upload-part", key };
    else yield { kind: readVariantKey(key) ? "variant-without-photo" : "original-without-photo", key };
  }
}

/** Read intents first: a file being stored loses its intent only in the commit that adds its row. */
async function notNamed(library: Library, keys: readonly string[]): Promise<string[]> {
  const open = await openKeys(library);
  const named = await namedKeys(library, keys);
  return keys.filter((key) => !named.has(key) && !open.has(key));
}

/** Files that are being stored or deleted. */
export async function openKeys({ db }: Library): Promise<Set<string>> {
  const intents = await db.selectFrom("storage_intent").select("keys").execute();
  // Always written as a JSON list of strings.
  return new Set(intents.flatMap(({ keys }) => JSON.parse(keys) as string[]));
}

async function namedKeys(library: Library, keys: readonly string[]): Promise<Set<string>> {
  const isPart = (key: string) => uploadOfPart(key) !== undefined;
  const ofUploads = await namedParts(library, keys.filter(isPart));
  const ofRooms = await namedByRooms(library, keys.filter(isRoomPictureKey));
  const ofPhotos = await namedByPhotos(
    library,
    keys.filter((key) => !isPart(key) && !isRoomPictureKey(key)),
  );
  return new Set([...ofPhotos, ...ofUploads, ...ofRooms]);
}

async function namedParts({ db }: Library, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const ids = new Set(keys.flatMap((key) => uploadOfPart(key) ?? []));
  const rows = await db
    .selectFrom("upload")
    .select(["id", "parts"])
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.flatMap(partKeys));
}

async function namedByRooms({ db }: Library, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("room_picture")
    .select("key")
    .where("key", "in", [...keys])
    .execute();
  return rows.map(({ key }) => key);
}

async function namedByPhotos({ db }: Library, keys: readonly string[]): Promise<Set<string>> {
  const variants = new Map(
    keys.flatMap((key) => {
      const variant = readVariantKey(key);
      return variant ? [[key, variant] as const] : [];
    }),
  );
  const originals = keys.filter((key) => !variants.has(key));
  const named = new Set<string>();
  if (originals.length > 0) {
    const ids = originals.flatMap(ownersOfOriginal);
    const rows = await db
      .selectFrom("photo")
      .select(["original_key", "former_file"])
      .where("internal_id", "in", ids)
      .execute();
    for (const row of rows) {
      named.add(row.original_key);
      const former = readFormerFile(row);
      if (former) named.add(former.original_key);
    }
  }
  if (variants.size > 0) {
    const ids = [...new Set([...variants.values()].map((variant) => variant.internal_id))];
    const rows = await db
      .selectFrom("variant")
      .innerJoin("photo", "photo.id", "variant.photo_id")
      .select(["photo.internal_id", "variant.size", "jpeg_bytes", "avif_bytes", "hdr_bytes"])
      .where("photo.internal_id", "in", ids)
      .execute();
    const sizes = new Map(rows.map((row) => [`${row.internal_id}/${row.size}`, row]));
    for (const [key, { internal_id, size, format }] of variants) {
      const row = sizes.get(`${internal_id}/${size}`);
      if (row && row[`${format}_bytes`] !== null) named.add(key);
    }
  }
  return named;
}
