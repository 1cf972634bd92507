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

type Repair<Kind> = (library: Library, finding: Finding & { kind: Kind }) => Promise<unknown>;

/**
 * What can be repaired; false where it was not. A lost original can only come from a backup. Never deletes what may be the
 * only copy: an original without a photo is moved to lost-and-found.
 */
const REPAIRS: { [Kind in Finding["kind"]]?: Repair<Kind> } = {
  "former-file-missing": ({ db }, { photo_id }) =>
    db.updateTable("photo").set({ former_file: null, former_file_until: null }).where("id", "=", photo_id).execute(),
  "variant-missing": deletePicture,
  "variant-changed": deletePicture,
  "upload-part-missing": async ({ db, storage }, { upload_id: id }) => {
    const upload = await db.deleteFrom("upload").where("id", "=", id).returningAll().executeTakeFirst();
    if (upload) await storage.delete(partKeys(upload));
  },
  "orphaned-upload-part": ({ storage }, { key }) => storage.delete([key]),
  "room-picture-without-room": ({ storage }, { key }) => storage.delete([key]),
  "variant-without-photo": ({ storage }, { key }) => storage.delete([key]),
  "original-without-photo": (library, { key }) => moveAside(library, key),
  "order-broken": ({ db }, { list }) => transaction(db, (trx) => closeGaps(trx, list.column, list.scope)),
  "count-wrong": ({ db }, { place }) => recount(db, place),
  "albums-differ": ({ db }, { photo_id }) => repairAlbums(db, photo_id),
  "cover-elsewhere": ({ db }, finding) => clearCover(db, finding),
  "line-broken": ({ db }, { album_id }) => repairLines(db, album_id),
  "page-broken": ({ db }, { page_id }) => repairPage(db, page_id),
  "address-idle": ({ db }, { address }) => deleteIdleAddress(db, address),
  "category-missing": ({ db }, { key }) => addMissingCategory(db, key),
  "site-picture-missing": ({ db }, { picture }) => forgetSitePicture(db, picture),
  "delete-unfinished": async (library) => {
    await recoverIntents(library);
    return (await countUnfinishedDeletes(library)) === 0;
  },
  "work-left-open": (library) => recoverIntents(library),
};

/** True if it repaired the finding. */
export async function repair(library: Library, finding: Finding): Promise<boolean> {
  // Each function takes the finding of its own kind.
  const run = REPAIRS[finding.kind] as Repair<Finding["kind"]> | undefined;
  return run !== undefined && (await run(library, finding)) !== false;
}

/** Without its row, the picture is made again on the next request. */
async function deletePicture(
  { db, storage }: Library,
  { photo_id, size }: Finding & { kind: "variant-missing" | "variant-changed" },
): Promise<void> {
  await db.deleteFrom("variant").where("photo_id", "=", photo_id).where("size", "=", size).execute();
  const photo = await db.selectFrom("photo").select("internal_id").where("id", "=", photo_id).executeTakeFirstOrThrow();
  await storage.delete([variantKey(photo.internal_id, size, "jpeg"), variantKey(photo.internal_id, size, "avif")]);
}

// Only characters that need no escaping in any storage.
export const asideKey = (key: string) => `lost-and-found/${key.replace(/^.*\//, "")}`;

async function moveAside({ storage }: Library, key: string): Promise<void> {
  const file = await storage.open(key);
  if (!file) return;
  await storage.putFile(asideKey(key), await storage.writeTemp(file.stream));
  await storage.delete([key]);
}
