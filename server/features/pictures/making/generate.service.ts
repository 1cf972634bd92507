import type { Variant } from "../../../../contract/limits.ts";
import { picturePath } from "../../../../contract/paths.ts";
import type { Deps } from "../../../deps.ts";
import { photoNotFound } from "../../../errors.ts";
import { isPublished } from "../../photos/photos.present.ts";
import { findImage } from "./making.queries.ts";
import type { OnDemand } from "./on-demand.ts";

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
