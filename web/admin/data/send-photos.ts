import type { CallInput } from "../../../contract/endpoint.ts";
import { BULK_MAX_PHOTOS } from "../../../contract/limits.ts";
import { type AdminPhoto, bulkPhotos, type PhotoId } from "../../../contract/photos.ts";
import { failedWith } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";

type BulkBody = NonNullable<CallInput<typeof bulkPhotos>["body"]>;
type Without<Body, Key extends PropertyKey> = Body extends unknown ? Omit<Body, Key> : never;
/** What a bulk call does, without the photos it does it to. */
export type BulkAction = Without<BulkBody, "ids">;

type SendResult = {
  /** The photo as stored, when a single one was sent through its own endpoint. */
  photo?: AdminPhoto;
  done: PhotoId[];
  /** The server no longer has them. */
  gone: PhotoId[];
  refused: { message: string }[];
};

/** One photo goes through its own endpoint if there is one, several go in one bulk call, or a few for a great many. */
export async function sendPhotos(
  ids: PhotoId[],
  bulk: BulkAction,
  single?: (id: PhotoId) => Promise<{ photo?: AdminPhoto }>,
): Promise<SendResult> {
  const [id] = ids;
  if (single && ids.length === 1 && id !== undefined) return sendOne(id, single);
  const outcome: SendResult = { done: [], gone: [], refused: [] };
  for (let start = 0; start < ids.length; start += BULK_MAX_PHOTOS) {
    const part = ids.slice(start, start + BULK_MAX_PHOTOS);
    // Every kind of bulk action takes ids; the compiler cannot put the union together again.
    const { changed, unchanged } = await call(bulkPhotos, { body: { ...bulk, ids: part } as BulkBody });
    for (const id of changed) outcome.done.push(id);
    for (const { id, code, message } of unchanged) {
      if (code === "PHOTO_NOT_FOUND") outcome.gone.push(id);
      else outcome.refused.push({ message });
    }
  }
  return outcome;
}

async function sendOne(id: PhotoId, single: (id: PhotoId) => Promise<{ photo?: AdminPhoto }>): Promise<SendResult> {
  try {
    return { ...(await single(id)), done: [id], gone: [], refused: [] };
  } catch (error) {
    if (failedWith(error, "PHOTO_NOT_FOUND")) return { done: [], gone: [id], refused: [] };
    throw error;
  }
}
