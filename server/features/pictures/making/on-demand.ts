import { type PictureSize, publicSize, type Variant } from "../../../../contract/limits.ts";
import { picturePath } from "../../../../contract/paths.ts";
import type { Deps } from "../../../deps.ts";
import { AppError, photoNotFound, tooBusy, unavailable } from "../../../errors.ts";
import { networkOf } from "../../../platform/http/network-of.ts";
import { countAttempt, type RateLimit } from "../../../platform/http/rate-limit.ts";
import { ImagesBusyError } from "../../../platform/images/images.ts";
import { keepWithinBudget } from "./disk-budget.ts";
import * as queries from "./making.queries.ts";
import {
  findPicture,
  findSourcePhoto,
  MakingFailedError,
  makeUnlessStored,
  ON_DEMAND_SIZE,
  OriginalMissingError,
  type SourcePhoto,
} from "./making.service.ts";

/** More than anyone can view. What protects the machine is the bounded queue. */
const LIMIT: RateLimit = { name: "make", attempts: 300, windowSeconds: 60 };
const MAX_WAITING = 32;

export type OnDemand = {
  /**
   * Makes the picture once, however many requests there are, unless it already exists. Throws when too many others
   * are waiting or when it cannot be made.
   */
  ensure(photo: SourcePhoto & { variant_error: string | null }, size: PictureSize, ip: string): Promise<void>;
};

export function createOnDemand(deps: Deps): OnDemand {
  const waiting = new Map<string, Promise<void>>();

  return {
    async ensure(photo, size, ip) {
      // Every attempt has failed: another decode for each visitor would only waste time.
      if (photo.variant_error !== null) throw imageNotAvailable();
      const key = `${photo.id}/${size}`;
      let making = waiting.get(key);
      if (!making) {
        if (waiting.size >= MAX_WAITING) throw tooBusy();
        making = makeOne(deps, photo, size, ip).finally(() => waiting.delete(key));
        waiting.set(key, making);
      }
      await making;
    },
  };
}

/** Anyone may call this, so it only makes pictures that anyone may see. */
export async function makePublicPicture(
  deps: Deps,
  onDemand: OnDemand,
  { internalId, variant, ip }: { internalId: string; variant: Variant; ip: string },
) {
  // What the URL leads to for a visitor.
  const size = publicSize(variant, deps.site.current().largest_public_px);
  const photo = await findPicture(deps, internalId, size);
  if (!photo?.is_shown) throw photoNotFound();
  const isMissing = photo.jpeg_bytes === null;
  if (isMissing) await onDemand.ensure(photo, size, ip);
  return { variant, url: picturePath(photo, variant, "jpg"), generated: isMissing };
}

async function makeOne(deps: Deps, photo: SourcePhoto, size: PictureSize, ip: string): Promise<void> {
  await countAttempt(deps, LIMIT, networkOf(ip));
  try {
    await makeUnlessStored(deps, photo, size);
    if (size === ON_DEMAND_SIZE) await keepWithinBudget(deps, photo.id);
  } catch (error) {
    if (error instanceof ImagesBusyError) throw tooBusy();
    // Deleted in the meantime: its row or its original is gone.
    if (!(await findSourcePhoto(deps, photo.id))) throw photoNotFound();
    deps.log.warn({ err: error, photo: photo.id, size }, "a picture could not be made");
    if (error instanceof OriginalMissingError) throw unavailable("This picture is not available at the moment");
    if (!(error instanceof MakingFailedError)) throw error;
    await queries.recordFailure(deps.db, photo.id, error.message);
    throw imageNotAvailable();
  }
}

const imageNotAvailable = () => new AppError(404, "IMAGE_NOT_AVAILABLE", "Image not available");
