import { randomBytes } from "node:crypto";
import type { PhotoId } from "../../../contract/photos.ts";
import type { LibraryChange } from "../../library/change-library.ts";
import { findMemberships } from "../../library/orders/album-members.queries.ts";
import { setPositions } from "../../library/orders/positions.queries.ts";
import * as queries from "./resumable.queries.ts";

let lastTime = 0;

/** Ids sort by when the uploads began. A sender begins them in the order of its files, one after the other. */
export function newUploadId(now: Date): string {
  lastTime = Math.max(lastTime + 1, now.getTime());
  return lastTime.toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
}

/**
 * Moves a photo that was just added to the end of its album in front of those that overtook it: a small file that began
 * later may be done earlier. It passes only such photos, so an order made by hand stays.
 */
export async function putBeforeOvertakers(trx: LibraryChange, uploadId: string, id: PhotoId): Promise<void> {
  const [place] = await findMemberships(trx, [id]);
  if (!place) return;
  const overtakers = await queries.findOvertakers(trx, uploadId, place);
  if (overtakers.length === 0) return;
  const scope = { album_id: place.album_id };
  await setPositions(trx, "album_photo.position", [id, ...overtakers], {
    from: place.position - overtakers.length,
    scope,
  });
}
