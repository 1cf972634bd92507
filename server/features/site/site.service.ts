import type { Photo } from "../../../contract/photos.ts";
import type { Site } from "../../../contract/site.ts";
import type { Deps } from "../../deps.ts";
import { findPublicPhoto } from "../photos/photos.service.ts";

export const readSite = ({ siteTexts }: Pick<Deps, "siteTexts">): Site => siteTexts();

/** The photo beside the about text; null where none is named, or visitors may not see it. */
export async function findPortrait(deps: Deps): Promise<Photo | null> {
  const { portrait } = readSite(deps);
  return portrait === "" ? null : ((await findPublicPhoto(deps, portrait)) ?? null);
}
