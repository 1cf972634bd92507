import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { PhotoId } from "../../../contract/photos.ts";
import type { UploadError } from "../../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { CannotStartError } from "../../errors.ts";
import type { Collection } from "../../features/export/collection.ts";
import { updateSite } from "../../features/site/site.service.ts";
import { parseSiteFile, takeOverSite } from "../../features/site/site-file.ts";
import { storeSitePicture } from "../../features/site/site-pictures.service.ts";
import { DEFAULT_STORED_SITE } from "../../library/site-settings.ts";
import { requireInside } from "./require-inside.ts";

/** Of a file that is missing or closed to us. */
export const UNREADABLE = {
  error: "The file cannot be read.",
  error_type: "UPLOAD_ERROR",
  error_details: {},
} as const;

/** The settings of an export, for a site that has none yet: those of an existing one are its owner's. */
export async function importSite(deps: Deps, content: string | undefined): Promise<boolean> {
  if (!isDeepStrictEqual(deps.site.current(), DEFAULT_STORED_SITE)) return false;
  const site = content && parseSiteFile(content, deps.log);
  if (site) await takeOverSite(deps.site, site);
  return true;
}

export async function importPortrait(
  deps: Deps,
  portrait: string | undefined,
  idOf: ReadonlyMap<string, PhotoId>,
): Promise<void> {
  const portrait_photo_id = portrait && idOf.get(portrait);
  if (portrait_photo_id) await updateSite(deps, { portrait_photo_id });
}

/** Returns those that were refused. */
export async function importSitePictures(
  deps: Deps,
  folder: string,
  pictures: Collection["site_pictures"],
): Promise<UploadError[]> {
  const refused: UploadError[] = [];
  for (const { kind, file, focal_point } of pictures) {
    const by = { actor: "import", address: "" };
    try {
      await requireInside(folder, file);
      await storeSitePicture(deps, kind, join(folder, file), by, focal_point);
    } catch (error) {
      if (error instanceof CannotStartError) throw error;
      // Missing, or refused by the checks of an upload.
      refused.push({ file_name: file, ...UNREADABLE });
    }
  }
  return refused;
}
