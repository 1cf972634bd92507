import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { getVersion as getVersionCall, listChanges as listChangesCall } from "../../../contract/updates.ts";
import type { Deps } from "../../deps.ts";
import { readSetting, writeSetting } from "../../library/settings.queries.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import { readVersion } from "../../platform/version.ts";
import { compareVersions, type Release, readUpdateFeed } from "./update-feed.ts";

const SETTING = "update_feed";
const ASK_EVERY_MS = 24 * 60 * 60 * 1000;
const LOOK_EVERY_MS = 60 * 60 * 1000;
const CHANGELOG = join(import.meta.dirname, "../../../CHANGELOG.md");

/** By all servers of the library together. `read_at` is the last time that the feed responded. */
type Asked = { feed: string; asked_at: string; read_at: string | null; newest: Release | null };

export async function getVersion(deps: Deps): Promise<ResponseOf<typeof getVersionCall>> {
  const { version, commit } = await readVersion();
  const asked = await readAsked(deps);
  const newest = asked?.newest;
  return {
    version,
    commit: commit ?? null,
    newer: newest && compareVersions(newest.version, version) > 0 ? newest : null,
    checked_at: asked?.read_at ?? null,
  };
}

/** Asks nobody without UPDATE_FEED. */
export function startUpdateCheck(deps: Deps): Repeated | undefined {
  const failure = "UPDATE_FEED could not be read; will try again in a day";
  const { updateFeed } = deps.config;
  if (updateFeed === undefined) return undefined;
  return repeat(() => askDaily(deps, updateFeed), { everyMs: LOOK_EVERY_MS, firstAfterMs: 0, log: deps.log, failure });
}

/** What is new in each version, newest first. */
export async function listChanges(): Promise<ResponseOf<typeof listChangesCall>> {
  const [, ...sections] = (await readFile(CHANGELOG, "utf8")).split(/^## /m);
  const versions = sections.map((section) => {
    const [name = "", ...lines] = section.split("\n");
    const paragraphs = lines.join("\n").split(/^- |\n\n/m);
    return { name, changes: paragraphs.map(asOneLine).filter(Boolean) };
  });
  return { versions };
}

/** A link to a document leads nowhere from a screen, so its words stay alone. */
const asOneLine = (text: string) =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");

async function askDaily({ db, config, now, locks }: Deps, url: string): Promise<void> {
  await locks.holdIfFree("update-feed", async () => {
    const asked = await readAsked({ db, config });
    if (asked && now().getTime() - Date.parse(asked.asked_at) < ASK_EVERY_MS) return;
    const asked_at = now().toISOString();
    const write = (result: Pick<Asked, "read_at" | "newest">) =>
      writeSetting(db, SETTING, JSON.stringify({ feed: fingerprint(url), asked_at, ...result } satisfies Asked));
    // Before the response: a feed that fails is not asked again on every look, nor by every server.
    await write({ read_at: asked?.read_at ?? null, newest: asked?.newest ?? null });
    await write({ read_at: asked_at, newest: (await readUpdateFeed(url)) ?? null });
  });
}

async function readAsked({ db, config }: Pick<Deps, "db" | "config">): Promise<Asked | undefined> {
  if (config.updateFeed === undefined) return undefined;
  const stored = await readSetting(db, SETTING);
  // Written above.
  const asked = stored === undefined ? undefined : (JSON.parse(stored) as Asked);
  return asked?.feed === fingerprint(config.updateFeed) ? asked : undefined;
}

/** Another feed is asked at once. The URL itself may contain a token. */
const fingerprint = (url: string) => createHash("sha256").update(url).digest("hex");
