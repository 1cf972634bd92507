import type { ShownPhoto } from "../../../contract/pages.ts";
import type { Site } from "../../../contract/site.ts";
import type { Deps } from "../../deps.ts";
import type { PresentPhoto } from "../photos/photos.present.ts";
import { findPublicPhoto } from "../photos/photos.service.ts";

export const readSite = ({ siteTexts }: Pick<Deps, "siteTexts">): Site => siteTexts();

/** The photo next to the about text. Null when none is set or visitors may not see it. */
export async function findPortrait<P extends ShownPhoto>(deps: Deps, present: PresentPhoto<P>): Promise<P | null> {
  const { portrait } = readSite(deps);
  return portrait === "" ? null : ((await findPublicPhoto(deps, portrait, present)) ?? null);
}
