import type { BodyOf } from "../../../contract/endpoint.ts";
import type { FirstSteps, updateFirstSteps as updateCall } from "../../../contract/first-steps.ts";
import { DEFAULT_SITE } from "../../../contract/site.ts";
import type { Db } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { ensureSetting, readSetting, writeSetting } from "../../library/settings.queries.ts";
import { hasAlbum, hasPhoto } from "./first-steps.queries.ts";

/** Missing in libraries that are older than the checklist. */
const SHOWN_SETTING = "first_steps";
const VIEWED_SETTING = "first_steps_site_viewed";

/** For a library that has just got its owner, unless they were dismissed while it was filled. */
export async function offerFirstSteps(db: Db): Promise<void> {
  await ensureSetting(db, SHOWN_SETTING, "shown");
}

export async function getFirstSteps({ db, site }: Deps): Promise<FirstSteps> {
  const { name, about } = site.current();
  return {
    shown: (await readSetting(db, SHOWN_SETTING)) === "shown",
    site_named: name !== DEFAULT_SITE.name,
    album_created: await hasAlbum(db),
    photo_added: await hasPhoto(db),
    about_written: about !== "",
    site_viewed: (await readSetting(db, VIEWED_SETTING)) !== undefined,
  };
}

export async function updateFirstSteps(
  deps: Deps,
  { shown, site_viewed }: BodyOf<typeof updateCall>,
): Promise<FirstSteps> {
  if (shown !== undefined) await writeSetting(deps.db, SHOWN_SETTING, shown ? "shown" : "dismissed");
  if (site_viewed) await writeSetting(deps.db, VIEWED_SETTING, deps.now().toISOString());
  return getFirstSteps(deps);
}
