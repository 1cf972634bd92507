import { readdir } from "node:fs/promises";
import { CannotStartError } from "../errors.ts";
import { recordIfPossible } from "../library/activity.ts";
import { type CommandIo, folderCommand, runAsProgram } from "./command/command.ts";
import { countOf } from "./command/count-of.ts";
import { writingTo } from "./command/folder-errors.ts";
import { ALLOW_EMPTY, acceptedBy, withServices } from "./command/open-library.ts";
import { showProgress } from "./command/progress.ts";
import { writeStaticSite } from "./static-site/write-static-site.ts";
import { exportCollection } from "./transfer/export-folder.ts";

const HELP = `Writes the whole library into a folder that other programs can read.

  npm run export -- DIR

Originals by category and album, with titles, captions, alt texts and tags in XMP files next to them, and a vitrine.json
that also contains the orders and collections. What visitors wrote is in messages.json. 'npm run import -- DIR' imports it again. The trash is left out.
The server may be running. A library without photos and albums, which is usually the wrong one, needs --allow-empty.

  npm run export -- --static DIR --url https://example.com

Writes the public site as plain files, which any web server can send: pages, pictures, feed and sitemap, without the contact
form and viewing rooms. --url is where the files will be; by default PUBLIC_URL. DIR must be empty or not exist yet.
`;

const OPTIONS = {
  ...ALLOW_EMPTY,
  static: { type: "boolean", default: false },
  url: { type: "string" },
} as const;

export const run = folderCommand({ help: HELP, options: OPTIONS }, async (folder, values, io) => {
  if (values.static) return exportStatic(folder, values, io);
  const purpose = { access: "read", accept: acceptedBy(values) } as const;
  const { photos, albums, inTrash, missing } = await withServices(io, purpose, async (deps) => {
    const progress = (done: number, total: number) => showProgress(io.stderr, done, total);
    const exported = await writingTo(folder, () => exportCollection(deps, folder, progress));
    await recordIfPossible(deps, { action: "library-exported", detail: { photos: exported.photos } });
    return exported;
  });
  const lines = [`${countOf(photos, "photo")} and ${countOf(albums, "album")} written to ${folder}.`];
  if (inTrash > 0) lines.push(`Left out: ${countOf(inTrash, "photo")} in the trash.`);
  for (const file of missing) lines.push(`  missing: the storage has no original for ${file}`);
  io.stdout.write(`${lines.join("\n")}\n`);
  return missing.length > 0 ? 1 : 0;
});

type StaticOptions = { "allow-empty": boolean; url?: string };

async function exportStatic(folder: string, values: StaticOptions, io: CommandIo): Promise<number> {
  const env = values.url ? { ...io.env, PUBLIC_URL: values.url } : io.env;
  await requireEmpty(folder);
  // Pictures that are missing are made, so another such command has to wait.
  const site = await withServices({ ...io, env }, { access: "write", accept: acceptedBy(values) }, async (deps) => {
    const { publicUrl } = deps.config;
    if (!publicUrl) throw new CannotStartError("name the address that the files will have: --url https://example.com");
    const progress = (done: number, total: number) => showProgress(io.stderr, done, total);
    return writingTo(folder, () => writeStaticSite(deps, folder, publicUrl, progress));
  });
  const written = [countOf(site.pages, "page"), countOf(site.photos, "photo"), countOf(site.pictures, "picture")];
  const lines = [`${written.join(", ")} written to ${folder}.`, ...site.missing.map((path) => `  missing: ${path}`)];
  io.stdout.write(`${lines.join("\n")}\n`);
  return site.missing.length > 0 ? 1 : 0;
}

/** What is there already may be a page that the site no longer has, or not ours. */
async function requireEmpty(folder: string): Promise<void> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (files.length > 0) throw new CannotStartError(`${folder} is not empty. Name a new folder for the site`);
}

if (import.meta.main) await runAsProgram(run);
