import { recoverIntents } from "../library/intents.ts";
import { variantKey } from "../library/keys.ts";
import { closeGaps } from "../library/positions.queries.ts";
import { transaction } from "../platform/db/connect.ts";
import { countAnew } from "./check-counts.ts";
import type { Finding } from "./check-library.ts";
import type { Library } from "./open-library.ts";

/**
 * True when the finding is mended. What is lost cannot be: only a backup has it. Nothing that may be somebody's only
 * copy is ever deleted: an original without a photo is put aside.
 */
export async function repair(library: Library, finding: Finding): Promise<boolean> {
  const { db, storage } = library;
  switch (finding.kind) {
    case "original-missing":
    case "original-changed":
      return false;
    case "variant-missing":
    case "variant-changed": {
      // Without a row the picture is made again when it is next wanted.
      await db
        .deleteFrom("variant")
        .where("photo_id", "=", finding.photo_id)
        .where("size", "=", finding.size)
        .execute();
      const photo = await db
        .selectFrom("photo")
        .select("internal_id")
        .where("id", "=", finding.photo_id)
        .executeTakeFirstOrThrow();
      await storage.delete([
        variantKey(photo.internal_id, finding.size, "jpeg"),
        variantKey(photo.internal_id, finding.size, "avif"),
      ]);
      return true;
    }
    case "variant-without-photo":
      await storage.delete([finding.key]);
      return true;
    case "original-without-photo":
      await putAside(library, finding.key);
      return true;
    case "order-broken":
      await transaction(db, (trx) => closeGaps(trx, finding.list.column, finding.list.scope));
      return true;
    case "count-wrong":
      await countAnew(db, finding.place);
      return true;
    case "work-left-open":
      await recoverIntents(library);
      return true;
  }
}

// Letters that no storage has to escape.
export const asideKey = (key: string) => `lost-and-found/${key.replace(/^.*\//, "")}`;

async function putAside({ storage }: Library, key: string): Promise<void> {
  const file = await storage.open(key);
  if (!file) return;
  await storage.putFile(asideKey(key), await storage.writeTemp(file.stream));
  await storage.delete([key]);
}
