import { DEFAULT_SITE, type SitePictures, type SiteSettings } from "../../contract/site.ts";
import type { Db } from "../db/schema.ts";
import type { Log } from "../log.ts";
import type { Changes } from "../platform/nodes/changes.ts";
import { changeLibrary, type LibraryChange } from "./change-library.ts";
import { readSetting, writeSetting } from "./settings.queries.ts";

export const SITE_SETTING = "site";

/**
 * As stored: the portrait by its internal_id, which site.json names as well and which no other photo ever gets. Empty for
 * none.
 */
export type StoredSite = Omit<SiteSettings, "portrait_photo_id"> & { portrait: string; pictures: SitePictures };

const { portrait_photo_id: _none, ...defaults } = DEFAULT_SITE;
export const DEFAULT_STORED_SITE: StoredSite = {
  ...defaults,
  portrait: "",
  pictures: { portrait: null, logo: null, icon: null },
};

export type SiteStore = {
  /** As last read. A change by another server arrives within two seconds. */
  current(): StoredSite;
  /** Undefined while nothing was ever saved. */
  saved(): StoredSite | undefined;
  /** `decide` gets what is stored at that moment, so that changes of different fields on two servers both count. */
  change(decide: (before: StoredSite, trx: LibraryChange) => Promise<StoredSite> | StoredSite): Promise<StoredSite>;
  /** Called after each change, wherever it was made. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
};

/** The site's settings in the database, where every server reads them. */
export async function openSiteSettings(db: Db, changes: Changes, log: Log): Promise<SiteStore> {
  let text = await readSetting(db, SITE_SETTING);
  let saved = text === undefined ? undefined : parseStoredSite(text);
  const listeners: (() => void)[] = [];
  let reading: Promise<void> | undefined;
  let isStale = false;
  let isFailing = false;

  /** Published once more if it brought something new: a page may have been made from the old settings in between. */
  async function readAgain(): Promise<void> {
    try {
      while (isStale) {
        isStale = false;
        const now = await readSetting(db, SITE_SETTING);
        isFailing = false;
        if (take(now)) changes.publish();
      }
    } catch (error) {
      // Without a database every request tries again: once is enough.
      if (!isFailing) log.warn({ err: error }, "cannot read the site's settings; the next change retries");
      isFailing = true;
    } finally {
      // Together with the end of the loop: a change in between would otherwise wait for the next one.
      reading = undefined;
    }
  }

  function take(now: string | undefined): boolean {
    if (now === undefined || now === text) return false;
    text = now;
    saved = parseStoredSite(now);
    for (const listener of listeners) listener();
    return true;
  }

  /** One read after the other, so that none brings back what a later one has replaced. Ends after a read that begins now. */
  function refresh(): Promise<void> {
    isStale = true;
    reading ??= readAgain();
    return reading;
  }

  const stopListening = changes.subscribe(() => void refresh());

  return {
    current: () => saved ?? DEFAULT_STORED_SITE,
    saved: () => saved,
    async change(decide) {
      const written = await changeLibrary({ db, changes }, async (trx) => {
        const before = await readSetting(trx, SITE_SETTING);
        const after = await decide(before === undefined ? DEFAULT_STORED_SITE : parseStoredSite(before), trx);
        const value = JSON.stringify(after);
        await writeSetting(trx, SITE_SETTING, value);
        return value;
      });
      // The caller's next request must see it.
      await refresh();
      // The database has gone since the commit. Pages made in between must go.
      if (isFailing && take(written)) changes.publish();
      return parseStoredSite(written);
    },
    onChange: (listener) => listeners.push(listener),
    async close() {
      stopListening();
      await reading;
    },
  };
}

/** Written by this version or an older one, which knew fewer fields. */
export function parseStoredSite(text: string): StoredSite {
  const stored = JSON.parse(text) as GivenSite;
  return withDefaults(stored);
}

type GivenSite = Partial<Omit<StoredSite, "look" | "home" | "pictures">> & {
  pictures?: Partial<SitePictures> | undefined;
  look?: Partial<StoredSite["look"]> | undefined;
  home?: Partial<StoredSite["home"]> | undefined;
};

/** Fields that are left out have their defaults. */
export const withDefaults = (given: GivenSite): StoredSite => ({
  ...DEFAULT_STORED_SITE,
  ...given,
  home: { ...DEFAULT_STORED_SITE.home, ...given.home },
  look: { ...DEFAULT_STORED_SITE.look, ...given.look },
  pictures: { ...DEFAULT_STORED_SITE.pictures, ...given.pictures },
});
