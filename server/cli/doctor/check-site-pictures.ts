import { SITE_PICTURE_KINDS, type SitePictureKind } from "../../../contract/limits.ts";
import type { Db } from "../../db/schema.ts";
import { readSetting, writeSetting } from "../../library/settings.queries.ts";
import { parseStoredSite, SITE_SETTING } from "../../library/site-settings.ts";
import type { Finding } from "./findings.ts";

/** A portrait, logo or icon that the site's settings name, and whose files are gone. */
export async function* findMissingSitePictures(db: Db): AsyncGenerator<Finding> {
  const text = await readSetting(db, SITE_SETTING);
  if (text === undefined) return;
  const { pictures } = parseStoredSite(text);
  const rows = await db.selectFrom("site_picture").select("kind").distinct().execute();
  for (const picture of SITE_PICTURE_KINDS) {
    if (pictures[picture] && !rows.some(({ kind }) => kind === picture))
      yield { kind: "site-picture-missing", picture };
  }
}

export async function forgetSitePicture(db: Db, kind: SitePictureKind): Promise<void> {
  const text = await readSetting(db, SITE_SETTING);
  if (text === undefined) return;
  const site = parseStoredSite(text);
  await writeSetting(db, SITE_SETTING, JSON.stringify({ ...site, pictures: { ...site.pictures, [kind]: null } }));
}
