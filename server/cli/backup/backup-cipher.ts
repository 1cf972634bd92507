import { createHmac, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { CannotStartError } from "../../errors.ts";
import {
  AgeDamagedError,
  type AgeKey,
  decrypt,
  encrypt,
  encryptedSize,
  WrongPassphraseError,
} from "../../platform/age.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { renameSynced, writeSynced } from "../../platform/storage/durable.ts";
import { type Env, readText } from "../../variables.ts";
import { BackupDamagedError, KEY, MARK, Mark } from "./backup-format.ts";
import { isThere } from "./is-there.ts";

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** How a folder of backups stores files: as they are, or encrypted. */
export type BackupCipher = {
  /** The name of a file of a run. */
  nameOf(path: string): string;
  /** The name of an original or a picture. */
  objectName(sha256: string): string;
  sizeOf(size: number): number;
  encrypt(chunks: Chunks): Chunks;
  decrypt(chunks: Chunks): Chunks;
};

const NO_CIPHER: BackupCipher = {
  nameOf: (path) => path,
  objectName: (sha256) => sha256,
  sizeOf: (size) => size,
  encrypt: (chunks) => chunks,
  decrypt: (chunks) => chunks,
};

/** For the owner's passphrase: about a second and 128 MB for each guess. */
const PASSPHRASE_WORK = 17;
/** For the folder's random secret, which cannot be guessed. */
const SECRET_WORK = 1;
const PASSPHRASE_MIN_CHARS = 12;

/**
 * Every file is encrypted with a random secret of the folder, and the secret with the passphrase: scrypt for each of a million
 * files would take weeks. The names of originals and pictures depend on the secret too, because a plain SHA-256 would show
 * which known pictures are in the library.
 */
function cipherOf(secret: string): BackupCipher {
  const key: AgeKey = { passphrase: secret, work: SECRET_WORK };
  const nameKey = createHmac("sha256", secret).update("names of files").digest();
  return {
    nameOf: (path) => `${path}.age`,
    objectName: (sha256) => createHmac("sha256", nameKey).update(sha256).digest("hex"),
    sizeOf: (size) => encryptedSize(size, SECRET_WORK),
    encrypt: (chunks) => encrypt(key, chunks),
    decrypt: (chunks) => decrypt(key, chunks),
  };
}

/** For a folder that has no mark yet. */
export async function makeCipher(folder: string, passphrase: string | undefined): Promise<BackupCipher> {
  if (passphrase === undefined) return NO_CIPHER;
  const secret = randomBytes(32).toString("base64url");
  const sealed = await buffer(encrypt({ passphrase, work: PASSPHRASE_WORK }, [Buffer.from(secret)]));
  const path = join(folder, KEY);
  await rm(`${path}.new`, { force: true });
  await writeSynced(`${path}.new`, sealed);
  await renameSynced(`${path}.new`, path);
  return cipherOf(secret);
}

/** Reads only. A wrong or missing passphrase is refused, and so is one for backups that are not encrypted. */
export async function openCipher(folder: string, passphrase: string | undefined): Promise<BackupCipher> {
  if (!(await isEncrypted(folder))) {
    // Otherwise someone could put their own backup in the place of an encrypted one.
    if (passphrase !== undefined)
      throw new CannotStartError(
        `the backups in ${folder} are not encrypted. Leave out the passphrase, or name another folder`,
      );
    return NO_CIPHER;
  }
  if (passphrase === undefined) {
    throw new CannotStartError(
      `the backups in ${folder} are encrypted. Name the passphrase with --passphrase-file FILE`,
    );
  }
  try {
    return cipherOf(await text(decrypt({ passphrase, work: PASSPHRASE_WORK }, createReadStream(join(folder, KEY)))));
  } catch (error) {
    if (error instanceof WrongPassphraseError)
      throw new CannotStartError(`this is not the passphrase of the backups in ${folder}. Nothing was changed`);
    if (error instanceof AgeDamagedError || isMissing(error)) throw new BackupDamagedError(KEY);
    throw error;
  }
}

async function isEncrypted(folder: string): Promise<boolean> {
  return (await isThere(join(folder, MARK))) && (await readMark(folder)).format === 3;
}

export async function readMark(folder: string): Promise<Mark> {
  const mark = Mark.safeParse(parseJson(await readFile(join(folder, MARK), "utf8")));
  if (!mark.success) throw new CannotStartError(`${folder} holds backups of another version of Vitrine`);
  return mark.data;
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

export const PASSPHRASE_FILE = { "passphrase-file": { type: "string" } } as const;

/** From a file, which an option or the environment names: an argument could be read by every user of the machine. */
export async function readPassphrase(option: string | undefined, env: Env): Promise<string | undefined> {
  const file = option ?? readText(env, "BACKUP_PASSPHRASE_FILE");
  if (!file) return undefined;
  const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CannotStartError(`the passphrase cannot be read from ${file} (${error.code})`);
  });
  // Editors end the line.
  const passphrase = content.replace(/\r?\n$/, "");
  if (passphrase.length >= PASSPHRASE_MIN_CHARS) return passphrase;
  throw new CannotStartError(`the passphrase in ${file} must have at least ${PASSPHRASE_MIN_CHARS} characters`);
}
