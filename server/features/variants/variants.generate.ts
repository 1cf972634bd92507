import type { Variant } from "../../../contract/limits.ts";
import { picturePath } from "../../../contract/picture-path.ts";
import type { Deps } from "../../deps.ts";
import { photoNotFound } from "../../errors.ts";
import { isPublished } from "../photos/photos.present.ts";
import type { OnDemand } from "./variants.on-demand.ts";
import { findImage } from "./variants.queries.ts";

/** For anyone, so only for what anyone can see. */
export async function generateVariant(
  { db }: Deps,
  onDemand: OnDemand,
  { internalId, variant, ip }: { internalId: string; variant: Variant; ip: string },
) {
  const row = await findImage(db, internalId, variant);
  if (!row || !isPublished(row)) throw photoNotFound();
  const isMissing = row.jpeg_bytes === null;
  if (isMissing) await onDemand.ensure(row, variant, ip);
  return { variant, url: picturePath(row, variant, "jpg"), generated: isMissing };
}
