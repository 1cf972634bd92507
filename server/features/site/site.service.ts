import type { ShownPhoto } from "../../../contract/pages.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { DEFAULT_SITE, Site, type SiteSettings } from "../../../contract/site.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import type { LibraryChange } from "../../library/change-library.ts";
import type { StoredSite } from "../../library/site-settings.ts";
import type { PresentPhoto } from "../photos/photos.present.ts";
import { findPublicPhoto } from "../photos/photos.service.ts";
import * as queries from "./site.queries.ts";

/** What visitors may know. */
export const readSite = ({ site }: Pick<Deps, "site">): Site => Site.parse(site.current());

export async function getSiteSettings(deps: Deps): Promise<SiteSettings> {
  return present(deps, deps.site.current());
}

/** Fields that are left out stay as they are. */
export async function updateSite(deps: Deps, change: Partial<SiteSettings>): Promise<SiteSettings> {
  const { portrait_photo_id, ...fields } = change;
  const site = await deps.site.change(async (before, trx) => ({
    ...before,
    ...fields,
    ...(portrait_photo_id !== undefined && { portrait: await portraitOf(trx, portrait_photo_id) }),
  }));
  return present(deps, site);
}

/** The photo next to the about text. Null when none is set or visitors may not see it. */
export async function findPortrait<P extends ShownPhoto>(deps: Deps, present: PresentPhoto<P>): Promise<P | null> {
  const { portrait } = deps.site.current();
  return portrait === "" ? null : ((await findPublicPhoto(deps, portrait, present)) ?? null);
}

async function portraitOf(trx: LibraryChange, id: PhotoId | null): Promise<string> {
  if (id === null) return "";
  const photo = await queries.findUsablePhoto(trx, id);
  if (!photo) throw invalid({ portrait_photo_id: ["Choose a photo of the library that is not in the trash"] });
  return photo.internal_id;
}

async function present({ db }: Deps, { portrait, ...fields }: StoredSite): Promise<SiteSettings> {
  const portrait_photo_id = portrait === "" ? null : ((await queries.findPhotoId(db, portrait))?.id ?? null);
  return { ...DEFAULT_SITE, ...fields, portrait_photo_id };
}
