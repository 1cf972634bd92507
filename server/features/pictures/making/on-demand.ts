import type { Deps } from "../../../deps.ts";
import { AppError, tooBusy, unavailable } from "../../../errors.ts";
import { countTry, type RateLimit } from "../../../platform/http/rate-limit.ts";
import { ImagesBusyError, type PictureSize } from "../../../platform/images/images.ts";
import * as queries from "./making.queries.ts";
import {
  DrawingFailedError,
  drawingLock,
  isStanding,
  makeVariants,
  OriginalMissingError,
  type PhotoToDraw,
} from "./making.service.ts";

/** More than anybody can look at; the length of the queue is what protects the machine. */
const LIMIT: RateLimit = { name: "draw", tries: 300, windowSeconds: 60 };
const MAX_WAITING = 32;

export type OnDemand = {
  /**
   * Makes the picture unless it stands by then, once, however many ask for it at the same time. Throws when too many
   * others are waiting or when none can be made.
   */
  ensure(photo: PhotoToDraw & { variant_error: string | null }, size: PictureSize, address: string): Promise<void>;
};

export function createOnDemand(deps: Deps): OnDemand {
  const waiting = new Map<string, Promise<void>>();

  return {
    async ensure(photo, size, address) {
      // Tried again and again in vain: to decode it once more for everyone who asks would only cost.
      if (photo.variant_error !== null) throw imageNotAvailable();
      const key = `${photo.id}/${size}`;
      let drawing = waiting.get(key);
      if (!drawing) {
        if (waiting.size >= MAX_WAITING) throw tooBusy();
        drawing = draw(deps, photo, size, address).finally(() => waiting.delete(key));
        waiting.set(key, drawing);
      }
      await drawing;
    },
  };
}

async function draw(deps: Deps, photo: PhotoToDraw, size: PictureSize, address: string): Promise<void> {
  await countTry(deps, LIMIT, address);
  try {
    await deps.locks.hold(drawingLock(photo), async () => {
      // Another node or a batch run may have made it while this one waited.
      if (await isStanding(deps, photo, size)) return;
      await makeVariants(deps, photo, [size], { priority: "visitor" });
      await queries.forgetFailures(deps.db, photo.id);
    });
  } catch (error) {
    if (error instanceof ImagesBusyError) throw tooBusy();
    deps.log.warn({ err: error, photo: photo.id, size }, "a picture could not be made");
    if (error instanceof OriginalMissingError) throw unavailable("This picture is not available at the moment");
    if (!(error instanceof DrawingFailedError)) throw error;
    await queries.recordFailure(deps.db, photo.id, error.message);
    throw imageNotAvailable();
  }
}

const imageNotAvailable = () => new AppError(404, "IMAGE_NOT_AVAILABLE", "Image not available");
