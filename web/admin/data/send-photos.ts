import type { CallInput } from "../../../contract/endpoint.ts";
import { BULK_MAX_PHOTOS } from "../../../contract/limits.ts";
import { type AdminPhoto, bulkPhotos, type PhotoId } from "../../../contract/photos.ts";
import { call } from "../../api/call.ts";

type BulkBody = NonNullable<CallInput<typeof bulkPhotos>["body"]>;
type Without<Body, Key extends PropertyKey> = Body extends unknown ? Omit<Body, Key> : never;
/** What a bulk call does, without the photos it does it to. */
export type BulkAction = Without<BulkBody, "ids">;

type Outcome = {
  /** The photo as stored, when a single one was sent through its own endpoint. */
  photo?: AdminPhoto;
  refused: { message: string }[];
};

/** One photo goes through its own endpoint if there is one, several go in one bulk call, or a few for a great many. */
export async function sendPhotos(
  ids: PhotoId[],
  bulk: BulkAction,
  single?: (id: PhotoId) => Promise<{ photo?: AdminPhoto }>,
): Promise<Outcome> {
  const [id] = ids;
  if (single && ids.length === 1 && id !== undefined) return { ...(await single(id)), refused: [] };
  const refused: Outcome["refused"] = [];
  for (let start = 0; start < ids.length; start += BULK_MAX_PHOTOS) {
    const part = ids.slice(start, start + BULK_MAX_PHOTOS);
    // Every kind of bulk action takes ids; the compiler cannot put the union together again.
    const { unchanged } = await call(bulkPhotos, { body: { ...bulk, ids: part } as BulkBody });
    refused.push(...unchanged);
  }
  return { refused };
}
