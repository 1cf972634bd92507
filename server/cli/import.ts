import { stat } from "node:fs/promises";
import { z } from "zod";
import { CATEGORIES } from "../../contract/limits.ts";
import { CannotStartError } from "../errors.ts";
import { allPhotos } from "./collection.ts";
import { type CommandOutput, folderCommand, runAsProgram } from "./command.ts";
import { countOf } from "./count-of.ts";
import { type ImportSummary, importCollection } from "./import-collection.ts";
import { showProgress } from "./progress.ts";
import { readFolder } from "./read-folder.ts";
import { withServices } from "./with-services.ts";

const HELP = `Imports the photos of a folder into the library, by the same rules as an upload.

  npm run import -- DIR                       each folder with photos becomes an album
  npm run import -- DIR --album "Title"       all photos go into this album
  npm run import -- DIR --category travel     for folders outside urban/, portraits/ and travel/

A folder written by 'npm run export' is imported exactly as it was. XMP files next to photos supply title, caption, alt
text and tags. Photos already in the library are skipped, so an interrupted import can be started again.
With SQLite, stop the server first.
`;

const OPTIONS = { album: { type: "string" }, category: { type: "string" } } as const;

export const run = folderCommand({ help: HELP, options: OPTIONS }, async (folder, values, io) => {
  const category = z.enum(CATEGORIES).optional().safeParse(values.category);
  if (!category.success) throw new CannotStartError(`--category must be one of ${CATEGORIES.join(", ")}`);
  if (!(await isFolder(folder))) throw new CannotStartError(`there is no folder ${folder}`);

  const { collection, skipped } = await readFolder(folder, { album: values.album, category: category.data });
  const total = allPhotos(collection).length;
  if (total === 0) throw new CannotStartError(`there are no photos in ${folder}`);
  const summary = await withServices(io, (deps) =>
    importCollection(deps, folder, collection, (done) => showProgress(io.stderr, done, total)),
  );
  printSummary(io.stdout, summary, skipped);
  return summary.refused.length > 0 ? 1 : 0;
});

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function printSummary(stdout: CommandOutput, { stored, known, refused }: ImportSummary, skipped: string[]): void {
  const lines = [`${stored} imported, ${known} already in the library, ${refused.length} refused.`];
  for (const { file_name, error } of refused) lines.push(`  refused: ${file_name}: ${error}`);
  if (skipped.length > 0) lines.push(`Skipped: ${countOf(skipped.length, "other file")}.`);
  stdout.write(`${lines.join("\n")}\n`);
}

if (import.meta.main) await runAsProgram(run);
