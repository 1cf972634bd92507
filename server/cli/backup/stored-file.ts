import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { AgeDamagedError, WrongPassphraseError } from "../../platform/age.ts";
import { hashStream } from "../../platform/hash.ts";
import { isFileInside } from "../../platform/inside-folder.ts";
import { cannotBe } from "../command/folder-errors.ts";
import type { BackupCipher } from "./backup-cipher.ts";
import { BackupDamagedError } from "./backup-format.ts";

/**
 * The content of a file, decrypted. Throws BackupDamagedError if there is no such file in the folder, if a link leads out of it,
 * or if it is not what was encrypted.
 */
export async function* readStored(folder: string, path: string, cipher: BackupCipher): AsyncGenerator<Uint8Array> {
  await requireInside(folder, path);
  try {
    yield* cipher.decrypt(createReadStream(join(folder, path)));
  } catch (error) {
    const isDamaged = error instanceof AgeDamagedError || error instanceof WrongPassphraseError;
    // A disk that fails to read a file has lost it.
    if (isDamaged || codeOf(error) === "EIO") throw new BackupDamagedError(path);
    if (codeOf(error) === "EACCES") throw cannotBe("read", join(folder, path));
    throw error;
  }
}

/** A link in a backup could bring any file of this machine into the site, and a pipe has no end. */
async function requireInside(folder: string, path: string): Promise<void> {
  const inside = await isFileInside(folder, path).catch((error: unknown) => {
    if (codeOf(error) === "EACCES") throw cannotBe("read", join(folder, path));
    return false;
  });
  if (!inside) throw new BackupDamagedError(path);
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** The SHA-256 of the content. */
export const hashStored = (folder: string, path: string, cipher: BackupCipher) =>
  hashStream(readStored(folder, path, cipher));

/**
 * The same chunks. Throws BackupDamagedError at their end unless they have this checksum: someone can swap a file between the
 * check of the whole backup and its loading.
 */
export async function* verified(
  chunks: AsyncIterable<Uint8Array>,
  { sha256, path }: { sha256: string | undefined; path: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== sha256) throw new BackupDamagedError(path);
}
