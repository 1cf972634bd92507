import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Transaction } from "kysely";
import { PICTURE_SIZES, type PictureSize } from "../../../contract/limits.ts";
import type { Database } from "../../db/connect.ts";
import type { Schema } from "../../db/schema.ts";
import { CannotStartError } from "../../errors.ts";
import { countServers } from "../../platform/nodes/servers.queries.ts";
import { ensureSetting, readSetting, writeSetting } from "../settings.queries.ts";

/**
 * URLs that must work without a token. A signature takes two things: a key in a file, so a copy of the database or
 * a backup can sign nothing; and an epoch in the database, so that one write ends every signed URL on all servers.
 */
export type Signing = {
  /** Call before signing for a request: another server may have started a new epoch. */
  refresh(): Promise<void>;
  /**
   * What to append to the URLs of a photo, each of which is valid for 12 to 24 hours. The end is rounded, so the same
   * picture keeps the same URL for half a day and browsers can cache it.
   */
  signPhoto(internalId: string, now: Date): (file: PhotoFile) => string;
  signUntil(path: string, expires: number): string;
  isSigned(path: string, query: SignedQuery, now: Date): Promise<boolean>;
};

export type PhotoFile = PictureSize | "file";
export type SignedQuery = { expires?: string | undefined; signature?: string | undefined };

const EPOCH_SETTING = "signing_epoch";
const KEY_ID_SETTING = "signing_key_id";
/** Not part of the library: a restored or moved site starts a new epoch with its own key. */
export const SIGNING_SETTINGS: readonly string[] = [EPOCH_SETTING, KEY_ID_SETTING];

const HALF_DAY_SECONDS = 12 * 60 * 60;
const LONGEST_MS = 2 * HALF_DAY_SECONDS * 1000;

const PHOTO_PATH = /^\/images\/([^/]+)\/([a-z]+)/;
/** Each has its own signature, which all formats of a size share: they show the same picture. */
const PHOTO_FILES: readonly string[] = [...PICTURE_SIZES, "file"] satisfies PhotoFile[];
const SIGNATURE_BYTES = 18;
const SIGNATURE_CHARS = 24;

export async function openSigning({ db }: Database, key: Buffer): Promise<Signing> {
  let epoch = await ensureSetting(db, EPOCH_SETTING, newEpoch());
  const secret = key.toString("base64url");
  const refresh = async () => {
    epoch = (await readSetting(db, EPOCH_SETTING)) ?? epoch;
  };
  const pathSignature = (path: string, expires: number) =>
    createHmac("sha256", key).update(`${epoch}:${expires}:${path}`).digest("base64url");

  /**
   * One hash for all files of a photo: with an HMAC for each, a list of 100 photos took twice as long. SHAKE, which is
   * SHA-3, needs no HMAC, because no one can continue its hash, and it gives as many bytes as asked for.
   */
  function photoSignatures(internalId: string, expires: number): (file: string) => string {
    const outputLength = PHOTO_FILES.length * SIGNATURE_BYTES;
    const text = `${secret}:${epoch}:${expires}:${internalId}`;
    const all = hash("shake256", text, { outputEncoding: "base64url", outputLength });
    return (file) => {
      // Empty, which opens nothing, for what is no file of a photo.
      const start = PHOTO_FILES.indexOf(file) * SIGNATURE_CHARS;
      return all.slice(start, start + SIGNATURE_CHARS);
    };
  }

  function rightSignature(path: string, expires: number): string {
    const [, internalId, file = ""] = PHOTO_PATH.exec(path) ?? [];
    return internalId === undefined ? pathSignature(path, expires) : photoSignatures(internalId, expires)(file);
  }

  return {
    refresh,
    signPhoto(internalId, now) {
      const expires = (Math.floor(now.getTime() / 1000 / HALF_DAY_SECONDS) + 2) * HALF_DAY_SECONDS;
      const signatureFor = photoSignatures(internalId, expires);
      return (file) => `?expires=${expires}&signature=${signatureFor(file)}`;
    },
    signUntil: (path, expires) => `${path}?expires=${expires}&signature=${pathSignature(path, expires)}`,
    async isSigned(path, query, now) {
      const expires = Number(query.expires);
      if (!query.signature || !Number.isInteger(expires)) return false;
      const leftMs = expires * 1000 - now.getTime();
      if (leftMs < 0 || leftMs > LONGEST_MS) return false;
      await refresh();
      const given = Buffer.from(query.signature);
      const right = Buffer.from(rightSignature(path, expires));
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** Call in the commit that ends every session, so that all signed URLs end with them. */
export async function endSignedUrls(trx: Transaction<Schema>): Promise<void> {
  await writeSetting(trx, EPOCH_SETTING, newEpoch());
}

/**
 * At start: with different keys, each server would refuse what the others have signed. A single server may have a new
 * key, for example after a restore.
 */
export async function requireSameKey(database: Database, key: Buffer): Promise<void> {
  // Identifies the key without revealing it.
  const id = createHmac("sha256", key).update("key id").digest("base64url");
  const known = await ensureSetting(database.db, KEY_ID_SETTING, id);
  if (known === id) return;
  if ((await countServers(database)) > 1) {
    throw new CannotStartError(
      "this server's key for signed URLs differs from the other servers'. Give all of them the same SIGNING_KEY_FILE",
    );
  }
  await writeSetting(database.db, KEY_ID_SETTING, id);
}

const newEpoch = () => randomBytes(16).toString("base64url");
