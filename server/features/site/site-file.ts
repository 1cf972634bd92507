import { unwatchFile, watchFile } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Site } from "../../../contract/site.ts";
import type { Changes } from "../../platform/nodes/changes.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../../platform/private-files.ts";

const CHECK_INTERVAL_MS = 1_000;
const LINK_PROTOCOLS = ["http:", "https:", "mailto:"];

/** The site's texts, which the owner edits in a file. */
export type SiteFile = {
  /** As last read without an error. */
  texts(): Site;
  close(): void;
};

const DEFAULTS: Site = {
  name: "Vitrine",
  tagline: "Photographs",
  about: "",
  email: "",
  phone: "",
  location: "",
  portrait: "",
  social: [],
};

const text = (maxChars: number, fallback: string) => z.string().trim().max(maxChars).default(fallback);

/** The content of the file. Every field is optional. Links go into pages, so only harmless protocols are accepted. */
const SiteTexts = z.object({
  name: text(200, DEFAULTS.name).refine((name) => name !== "", "must not be empty"),
  tagline: text(300, DEFAULTS.tagline),
  about: text(10_000, DEFAULTS.about),
  email: text(254, DEFAULTS.email).refine((email) => email === "" || isEmail(email), "must be an email address"),
  phone: text(100, DEFAULTS.phone),
  location: text(300, DEFAULTS.location),
  portrait: text(100, DEFAULTS.portrait),
  social: z
    .array(
      z.object({
        label: z.string().trim().min(1).max(100),
        url: z.string().trim().max(2_000).refine(isLink, "must begin with https://, http:// or mailto:"),
      }),
    )
    .max(20)
    .default(DEFAULTS.social),
});

/** Creates the file with defaults if there is none, and reads it again when it changes. */
export async function openSiteFile(path: string, changes: Changes, log: FastifyBaseLogger): Promise<SiteFile> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  await writeFile(path, `${JSON.stringify(DEFAULTS, null, 2)}\n`, { flag: "wx", mode: PRIVATE_FILE }).catch(
    ignoreExisting,
  );
  let current = DEFAULTS;

  async function readAgain(): Promise<void> {
    const texts = await readTexts(path, log);
    if (!texts) return;
    current = texts;
    changes.publish();
  }
  // Polls the file's time: unlike change events, that also works on mounted folders.
  watchFile(path, { interval: CHECK_INTERVAL_MS, persistent: false }, readAgain);
  await readAgain();
  return { texts: () => current, close: () => unwatchFile(path, readAgain) };
}

/** Undefined when the file cannot be used; the log has the reason. */
async function readTexts(path: string, log: FastifyBaseLogger): Promise<Site | undefined> {
  try {
    const result = SiteTexts.safeParse(JSON.parse(await readFile(path, "utf8")));
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    log.error(`site.json is not used: ${issue?.path.join(".")}: ${issue?.message}`);
  } catch (error) {
    log.error(`site.json is not used: ${error instanceof Error ? error.message : error}`);
  }
  return undefined;
}

const isEmail = (value: string) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(value);

function isLink(value: string): boolean {
  const protocol = URL.parse(value)?.protocol;
  return protocol !== undefined && LINK_PROTOCOLS.includes(protocol);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
