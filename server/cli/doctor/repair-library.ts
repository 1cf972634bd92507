import { transaction } from "../../db/connect.ts";
import { recoverIntents } from "../../library/files/intents.ts";
import { partKeys, variantKey } from "../../library/files/keys.ts";
import { closeGaps } from "../../library/orders/positions.queries.ts";
import type { Library } from "../command/open-library.ts";
import { repairAlbums } from "./check-albums.ts";
import { addMissingCategory } from "./check-categories.ts";
import { recount } from "./check-counts.ts";
import { clearCover } from "./check-covers.ts";
import { deleteIdleAddress } from "./check-foreign-addresses.ts";
import { countUnfinishedDeletes } from "./check-library.ts";
import { repairLines } from "./check-lines.ts";
import { repairPage } from "./check-pages.ts";
import { forgetSitePicture } from "./check-site-pictures.ts";
import type { Finding } from "./findings.ts";

/**
 * True if it repaired the finding. A lost original can only come from a backup. Never deletes what may be the only
 * copy: an original without a photo is moved to lost-and-found.
 */
export async function repair(library: Library, finding: Finding): Promise<boolean> {
  const { db, storage } = library;
  switch (finding.kind) {
    case "original-missing":
    case "original-changed":
    case "inbox-unusable":
    case "inbox-refused":
      return false;
    case "former-file-missing":
      await db
        .updateTable("photo")
        .set({ former_file: null, former_file_until: null })
        .where("id", "=", finding.photo_id)
        .execute();
      return true;
    case "variant-missing":
    case "variant-changed": {
      // Without its row, the picture is made again on the next request.
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
    case "upload-part-missing": {
      const id = finding.upload_id;
      const upload = await db.deleteFrom("upload").where("id", "=", id).returningAll().executeTakeFirst();
      if (upload) await storage.delete(partKeys(upload));
      return true;
    }
    case "orphaned-upload-part":
    case "room-picture-without-room":
    case "variant-without-photo":
      await storage.delete([finding.key]);
      return true;
    case "original-without-photo":
      await moveAside(library, finding.key);
      return true;
    case "order-broken":
      await transaction(db, (trx) => closeGaps(trx, finding.list.column, finding.list.scope));
      return true;
    case "count-wrong":
      await recount(db, finding.place);
      return true;
    case "albums-differ":
      await repairAlbums(db, finding.photo_id);
      return true;
    case "cover-elsewhere":
      await clearCover(db, finding);
      return true;
    case "line-broken":
      await repairLines(db, finding.album_id);
      return true;
    case "page-broken":
      await repairPage(db, finding.page_id);
      return true;
    case "address-idle":
      await deleteIdleAddress(db, finding.address);
      return true;
    case "category-missing":
      await addMissingCategory(db, finding.key);
      return true;
    case "site-picture-missing":
      await forgetSitePicture(db, finding.picture);
      return true;
    case "owner-wrong":
    case "room-link-sealed":
    case "schema-foreign":
    case "schema-changed":
      return false;
    case "delete-unfinished":
      await recoverIntents(library);
      return (await countUnfinishedDeletes(library)) === 0;
    case "work-left-open":
      await recoverIntents(library);
      return true;
  }
}

// Only characters that need no escaping in any storage.
export const asideKey = (key: string) => `lost-and-found/${key.replace(/^.*\//, "")}`;

async function moveAside({ storage }: Library, key: string): Promise<void> {
  const file = await storage.open(key);
  if (!file) return;
  await storage.putFile(asideKey(key), await storage.writeTemp(file.stream));
  await storage.delete([key]);
}
