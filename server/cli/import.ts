import { stat } from "node:fs/promises";
import { join } from "node:path";
import { PREFERRED_ALBUM_CATEGORY } from "../../contract/limits.ts";
import { CannotStartError } from "../errors.ts";
import { allPhotos, homePhotos } from "../features/export/collection.ts";
import { type CommandIo, folderCommand, runAsProgram } from "./command/command.ts";
import { countOf } from "./command/count-of.ts";
import { withLibrary, withServices } from "./command/open-library.ts";
import { showProgress } from "./command/progress.ts";
import { isProgram, PROGRAMS, readForeign } from "./moving-in/read-foreign.ts";
import { readCategoryKeys } from "./transfer/import-categories.ts";
import { findStored, importCollection, sha256Of } from "./transfer/import-collection.ts";
import { type FolderContent, readFolder } from "./transfer/read-folder.ts";

const HELP = `Imports the photos of a folder into the library, by the same rules as an upload. The server may be running.

  npm run import -- DIR                       each folder with photos becomes an album
  npm run import -- DIR --dry-run             only lists what would be imported
  npm run import -- DIR --album "Title"       all photos go into this album
  npm run import -- DIR --category travel     for folders outside those named like a category
  npm run import -- DIR --create              starts a new library if there is none
  npm run import -- --from PROGRAM DIR        moves in from ${PROGRAMS.join(", ")}

A folder written by 'npm run export' is imported exactly as it was. XMP files next to photos supply title, caption, alt
text and tags. Photos already in the library are skipped, so an interrupted import can be started again. Links are not
followed.

With --from, albums, order, texts, tags, covers and dates come along, and old links lead to the new pages. What not everyone
could see there is a draft or private here; --dry-run lists that, and what cannot come. DIR, or the dump in it, is as
docs/moving-in.md says. --at /photos: the old site was at that path of its domain.

Exit code 0: everything was imported. 1: some files were refused or could not be read. 2: nothing was imported.
`;

const OPTIONS = {
  album: { type: "string" },
  category: { type: "string" },
  create: { type: "boolean", default: false },
  from: { type: "string" },
  at: { type: "string", default: "" },
  "dry-run": { type: "boolean", default: false },
} as const;

export const run = folderCommand({ help: HELP, options: OPTIONS }, async (path, values, io) => {
  const { album, category, from } = values;
  if (from !== undefined && !isProgram(from))
    throw new CannotStartError(`--from must be one of ${PROGRAMS.join(", ")}`);
  if (from !== undefined && album !== undefined) throw new CannotStartError("--album is only for a folder of photos");
  if (!(await isThere(path, from !== undefined))) throw new CannotStartError(`there is no folder ${path}`);
  const categories = await readCategoryKeys(io);
  if (category !== undefined && !categories.includes(category)) {
    throw new CannotStartError(`--category must be one of ${categories.join(", ")}`);
  }
  const preferred = categories.find((key) => key === PREFERRED_ALBUM_CATEGORY) ?? categories[0] ?? "";
  const content = from
    ? await readForeign(from, path, { category, defaultCategory: preferred, at: values.at })
    : await readFolder(path, { album, category, categories, defaultCategory: preferred });
  const { folder, collection, albumsBy, skipped, unreadable, notes } = content;
  const total = allPhotos(collection).length;
  if (total === 0 && unreadable.length === 0) throw new CannotStartError(`there are no photos in ${path}`);
  if (values["dry-run"]) return planImport(io, content);
  const progress = (done: number) => showProgress(io.stderr, done, total);
  const summary = await withServices(io, { access: "write", accept: values.create ? "new" : "empty" }, (deps) =>
    importCollection(deps, folder, collection, { albumsBy, progress }),
  );
  const lines = [
    `${summary.stored} imported, ${summary.known} already in the library, ${summary.refused.length} refused.`,
    ...(summary.messages > 0 ? [`${countOf(summary.messages, "message")} imported.`] : []),
    ...summary.refused.map(({ file_name, error }) => `  refused: ${file_name}: ${error}`),
    ...notes,
    ...describeRest(skipped, unreadable),
  ];
  io.stdout.write(`${lines.join("\n")}\n`);
  return summary.refused.length + unreadable.length > 0 ? 1 : 0;
});

/** Says what an import would do, without checking whether each picture is acceptable. */
async function planImport(io: CommandIo, content: FolderContent): Promise<number> {
  const { folder, collection, skipped, notes } = content;
  const unreadable = [...content.unreadable];
  const stored = await withLibrary(io, { access: "shared", accept: "empty" }, ({ db }) => findStored(db));
  const lines: string[] = [];
  let known = 0;
  for (const { title, category, photos } of [
    ...collection.albums,
    { title: "in no album", category: undefined, photos: collection.in_no_album },
  ]) {
    if (photos.length === 0) continue;
    for (const { file } of homePhotos({ photos })) {
      const sha256 = await sha256Of(join(folder, file));
      if (sha256 === undefined) unreadable.push(file);
      else if (stored.take(sha256)) known++;
    }
    lines.push(`  ${category ? `${category}: ` : ""}${title}: ${countOf(photos.length, "photo")}`);
  }
  const closed = unreadable.length - content.unreadable.length;
  const fresh = allPhotos(collection).length - known - closed;
  const summary = `Would import ${countOf(fresh, "photo")}; ${known} already in the library.`;
  io.stdout.write(`${[summary, ...lines, ...notes, ...describeRest(skipped, unreadable)].join("\n")}\n`);
  return unreadable.length > 0 ? 1 : 0;
}

function describeRest(skipped: string[], unreadable: string[]): string[] {
  return [
    ...unreadable.map((path) => `  cannot be read: ${path}`),
    ...(skipped.length > 0 ? [`Skipped: ${countOf(skipped.length, "other file")}.`] : []),
  ];
}

function isThere(path: string, orFile: boolean): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory() || (orFile && found.isFile()),
    () => false,
  );
}

if (import.meta.main) await runAsProgram(run);
