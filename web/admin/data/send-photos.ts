import type { CallInput } from "../../../contract/endpoint.ts";
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

/** One photo goes through its own endpoint if there is one, several go in one bulk call. */
export async function sendPhotos(
  ids: PhotoId[],
  bulk: BulkAction,
  single?: (id: PhotoId) => Promise<{ photo?: AdminPhoto }>,
): Promise<Outcome> {
  const [id] = ids;
  if (single && ids.length === 1 && id !== undefined) return { ...(await single(id)), refused: [] };
  // Every kind of bulk action takes ids; the compiler cannot put the union together again.
  const { unchanged } = await call(bulkPhotos, { body: { ...bulk, ids } as BulkBody });
  return { refused: unchanged };
}
