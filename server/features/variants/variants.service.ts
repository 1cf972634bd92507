import type { PictureFile } from "../../platform/images/images.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { variantKey } from "./variant-keys.ts";

/** Puts the pictures of a photo in their places. The caller has written the intent for them and records them after. */
export async function storeVariants(
  storage: Storage,
  internalId: string,
  files: readonly PictureFile[],
): Promise<void> {
  await Promise.all(files.map((file) => storage.putBytes(variantKey(internalId, file.size, file.format), file.bytes)));
}

export { recordVariants } from "./variants.queries.ts";
