import type { ShownPhoto } from "../../../contract/pages.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { type AdminSite, DEFAULT_SITE, Site, type SiteChange } from "../../../contract/site.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import type { LibraryChange } from "../../library/change-library.ts";
import type { StoredSite } from "../../library/site-settings.ts";
import type { PhotoView } from "../photos/photos.present.ts";
import { findPublicPhoto } from "../photos/photos.service.ts";
import * as queries from "./site.queries.ts";
import { sitePictureUrls } from "./site-pictures.urls.ts";

// The keys of a Zod object are those of its type.
const SITE_FIELDS = Object.keys(Site.shape) as (keyof Site)[];

/** What visitors may know. Picked, not parsed: every page needs it, and it was checked when it was saved. */
export function readSite({ site }: Pick<Deps, "site">): Site {
  const settings = site.current();
  // Every field was just copied.
  return Object.fromEntries(SITE_FIELDS.map((field) => [field, settings[field]])) as Site;
}

export async function getSiteSettings(deps: Deps): Promise<AdminSite> {
  return present(deps, deps.site.current());
}

/** Fields that are left out stay as they are. */
export async function updateSite(deps: Deps, change: SiteChange, by?: Actor): Promise<AdminSite> {
  const { portrait_photo_id, home, look, ...fields } = change;
  const site = await deps.site.change(async (before, trx) => {
    const portrait = portrait_photo_id === undefined ? undefined : await portraitOf(trx, portrait_photo_id);
    if (home?.album_id != null && !(await queries.findAlbumId(trx, home.album_id))) {
      throw invalid({ home: ["Choose an album of the library"] });
    }
    const after = {
      ...before,
      ...fields,
      home: { ...before.home, ...home },
      look: { ...before.look, ...look },
      ...(portrait !== undefined && { portrait }),
    };
    const changed = changedFields(before, after);
    if (changed.length > 0) {
      const detail = { fields: changed.join(", ") };
      await recordActivity({ db: trx, now: deps.now }, { action: "settings-changed", ...by, detail });
    }
    return after;
  });
  return present(deps, site);
}

const changedFields = (before: object, after: object) =>
  Object.entries(after).flatMap(([field, value]) => {
    // The names of the fields are the same.
    const former = (before as Record<string, unknown>)[field];
    return JSON.stringify(former) === JSON.stringify(value) ? [] : [field];
  });

/** The photo next to the about text. Null when none is set or visitors may not see it. */
export async function findPortrait<P extends ShownPhoto>(deps: Deps, view: PhotoView<P>): Promise<P | null> {
  const { portrait } = deps.site.current();
  return portrait === "" ? null : ((await findPublicPhoto(deps, portrait, view)) ?? null);
}

async function portraitOf(trx: LibraryChange, id: PhotoId | null): Promise<string> {
  if (id === null) return "";
  const photo = await queries.findUsablePhoto(trx, id);
  if (!photo) throw invalid({ portrait_photo_id: ["Choose a photo of the library that is not in the trash"] });
  return photo.internal_id;
}

async function present({ db }: Deps, { portrait, ...fields }: StoredSite): Promise<AdminSite> {
  const portrait_photo_id = portrait === "" ? null : ((await queries.findPhotoId(db, portrait))?.id ?? null);
  return { ...DEFAULT_SITE, ...fields, portrait_photo_id, ...sitePictureUrls(fields.pictures) };
}
