import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { BulkAction, bulkPhotos as bulkPhotosCall } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../library/activity.ts";
import { changeLibrary } from "../../library/change-library.ts";
import type { Outcome } from "../../library/photos.outcome.ts";
import { addPhotosToAlbum, removePhotosFromAlbum } from "../photos/photos.albums.ts";
import { changePhotos, changeTags, type Recrop, recordVisibility } from "../photos/photos.change.ts";
import { deletePhotosPermanently, restorePhotos, trashPhotos } from "../trash/trash.service.ts";

/** Runs in one transaction: some photos may be refused while the rest change, but a fault changes nothing. */
export async function bulkPhotos(
  deps: Deps,
  recrop: Recrop,
  action: BulkAction,
  by: Actor,
): Promise<ResponseOf<typeof bulkPhotosCall>> {
  const { done, refused } = await run(deps, action, by);
  if (action.action === "update" && action.change.focal_point !== undefined) await recrop(done);
  const total = done.length + refused.length;
  return {
    changed: done,
    unchanged: refused.map(({ id, error }) => ({ id, code: error.code, message: error.message })),
    message: `${refused.length === 0 ? total : `${done.length} of ${total}`} ${total === 1 ? "photo" : "photos"} changed`,
  };
}

function run(deps: Deps, action: BulkAction, by: Actor): Promise<Outcome> {
  const { ids } = action;
  switch (action.action) {
    case "update":
      return changeLibrary(deps, async (trx) => {
        const outcome = await changePhotos(trx, ids, action.change, { toFormerPlaces: action.put_back ?? false });
        await recordVisibility({ db: trx, now: deps.now }, outcome.done, action.change, by);
        return outcome;
      });
    case "add_tags":
      return changeLibrary(deps, (trx) => changeTags(trx, ids, (tags) => [...tags, ...action.tags]));
    case "remove_tags": {
      const gone = new Set(action.tags);
      return changeLibrary(deps, (trx) => changeTags(trx, ids, (tags) => tags.filter((tag) => !gone.has(tag))));
    }
    case "add_to_album":
      return changeLibrary(deps, (trx) => addPhotosToAlbum(trx, ids, action.album_id, action.from_album_id));
    case "remove_from_album":
      return changeLibrary(deps, (trx) => removePhotosFromAlbum(trx, ids, action.album_id));
    case "trash":
      return trashPhotos(deps, ids, by);
    case "restore":
      return restorePhotos(deps, ids, by);
    case "delete_permanently":
      return deletePhotosPermanently(deps, ids, by);
  }
}
