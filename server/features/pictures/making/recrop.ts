import type { PhotoId } from "../../../../contract/photos.ts";
import type { Deps } from "../../../deps.ts";
import { findSourcePhoto, isStored, makePhotoSizes, makingLock } from "./making.service.ts";

/** The owner waits for these. Thumbs beyond them are made when someone looks at them. */
const RECROPPED_MAX = 20;

/** Makes the missing thumbs of photos whose focal point has changed. */
export async function recropThumbs(deps: Deps, ids: readonly PhotoId[]): Promise<void> {
  for (const id of ids.slice(0, RECROPPED_MAX)) {
    try {
      await deps.locks.hold(makingLock(id), async () => {
        const photo = await findSourcePhoto(deps, id);
        if (photo && !(await isStored(deps, photo, "thumb"))) {
          await makePhotoSizes(deps, photo, ["thumb"], { priority: "owner" });
        }
      });
    } catch (error) {
      // The point is saved, and the thumb is made when someone requests it.
      deps.log.warn({ err: error, photo: id }, "a thumb could not be cropped again");
    }
  }
}
