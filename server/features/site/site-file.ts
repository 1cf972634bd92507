import { createHash } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { Home, Look, SiteSettings } from "../../../contract/site.ts";
import { DEFAULT_STORED_SITE, type SiteStore, type StoredSite, withDefaults } from "../../library/site-settings.ts";
import type { Log } from "../../log.ts";
import { describeIssue } from "../../platform/http/describe-issue.ts";
import { PRIVATE_FILE } from "../../platform/private-files.ts";

const CHECK_INTERVAL_MS = 1_000;
/** In DATA_DIR. A moved site takes both, so that an edit which no server has read yet is not lost. */
const SITE_FILE = "site.json";
const SEEN_FILE = "site.json.seen";
export const SITE_FILES = [SITE_FILE, SEEN_FILE];

/** The content of the file. Every field is optional and then has its default. */
const SiteFile = SiteSettings.omit({ portrait_photo_id: true })
  .extend({ portrait: z.string().trim().max(100), home: Home.partial(), look: Look.partial() })
  .partial();

/**
 * Keeps site.json and the database in step. The database is the truth; a file that differs from what a server last wrote
 * or read was edited by hand, and is taken over. Its checksum is beside it, so that an edit made while no server runs is
 * noticed as well.
 */
export async function followSiteFile(folder: string, store: SiteStore, log: Log): Promise<{ close(): Promise<void> }> {
  const path = join(folder, SITE_FILE);
  const seenPath = join(folder, SEEN_FILE);
  let last = Promise.resolve();
  /** One at a time, because each reads the file and then decides. */
  const queue = (task: () => Promise<void>) => {
    last = last.then(task).catch((error: unknown) => log.error({ err: error }, "site.json cannot be kept in step"));
    return last;
  };

  async function takeOver(content: string): Promise<void> {
    // First: a file that cannot be used is reported once, not every second.
    await writePrivate(seenPath, checksum(content));
    const site = parseSiteFile(content, log);
    if (site) await takeOverSite(store, site);
  }

  async function write(): Promise<void> {
    const content = await readIfExists(path);
    const isCurrent = content !== undefined && isDeepStrictEqual(readSite(content).site, asInFile(store.current()));
    const text = isCurrent ? content : siteFileText(store.current());
    if (!isCurrent) await writePrivate(path, text);
    // After the file: a crash in between only makes the next start take over what the database already has.
    await writePrivate(seenPath, checksum(text));
  }

  async function check(): Promise<void> {
    const content = await readIfExists(path);
    if (content === undefined) return write();
    if (checksum(content) !== (await readIfExists(seenPath))) await takeOver(content);
  }

  const content = await readIfExists(path);
  const seen = await readIfExists(seenPath);
  // A file without a checksum is that of an older version, or of a server that joins others.
  const isEdited = content !== undefined && (seen ? checksum(content) !== seen : !store.saved());
  await queue(() => (isEdited ? takeOver(content) : write()));
  store.onChange(() => void queue(write));
  // Polls the file's time: unlike change events, that also works on mounted folders.
  const onTouched = () => void queue(check);
  watchFile(path, { interval: CHECK_INTERVAL_MS, persistent: false }, onTouched);
  return {
    async close() {
      unwatchFile(path, onTouched);
      await last;
    },
  };
}

/** Portrait, logo and icon are not in the file: they stay as they are. */
export async function takeOverSite(store: SiteStore, site: StoredSite): Promise<void> {
  const saved = store.saved();
  if (saved && isDeepStrictEqual(site, asInFile(saved))) return;
  await store.change(({ pictures }) => ({ ...site, pictures }));
}

const asInFile = (site: StoredSite): StoredSite => ({ ...site, pictures: DEFAULT_STORED_SITE.pictures });

export function siteFileText({ pictures: _pictures, ...site }: StoredSite): string {
  return `${JSON.stringify(site, null, 2)}\n`;
}

/** Undefined when the file cannot be used; the log has the reason. */
export function parseSiteFile(content: string, log: Log): StoredSite | undefined {
  const { site, problem } = readSite(content);
  if (problem !== undefined) log.error(`site.json is not used: ${problem}`);
  return site;
}

function readSite(content: string): { site?: StoredSite; problem?: string } {
  try {
    const { data, error } = SiteFile.safeParse(JSON.parse(content), { error: describeIssue });
    if (data) return { site: withDefaults(data) };
    const [issue] = error.issues;
    return { problem: `${issue?.path.join(".")}: ${issue?.message}` };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const checksum = (content: string) => createHash("sha256").update(content).digest("hex");

/** Renamed once complete, so that no reader sees half of it. */
async function writePrivate(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: PRIVATE_FILE });
  await rename(`${path}.part`, path);
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
