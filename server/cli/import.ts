import { stat } from "node:fs/promises";
import { z } from "zod";
import { CATEGORIES } from "../../contract/limits.ts";
import { CannotStartError } from "../errors.ts";
import { allPhotos } from "./collection.ts";
import { countOf } from "./count-of.ts";
import { type ImportSummary, importCollection } from "./import-collection.ts";
import { showProgress } from "./progress.ts";
import { readFolder } from "./read-folder.ts";
import { runOnFolder } from "./run-command.ts";
import { withServices } from "./with-services.ts";

const HELP = `Brings the photos of a folder into the library, by the same rules as an upload.

  npm run import -- DIR                       each folder with photos becomes an album
  npm run import -- DIR --album "Title"       all photos into this one album
  npm run import -- DIR --category travel     for folders outside urban/, portraits/ and travel/

A folder that 'npm run export' has written comes back as it was. XMP files beside photos give title, caption and tags.
What the library has already is passed over, so an import that was broken off can be started again.
With SQLite, stop the server first.
`;

const OPTIONS = { album: { type: "string" }, category: { type: "string" } } as const;

await runOnFolder({ help: HELP, options: OPTIONS }, async (folder, values) => {
  const category = z.enum(CATEGORIES).optional().safeParse(values.category);
  if (!category.success) throw new CannotStartError(`--category must be one of ${CATEGORIES.join(", ")}`);
  if (!(await isFolder(folder))) throw new CannotStartError(`there is no folder ${folder}`);

  const { collection, passedOver } = await readFolder(folder, { album: values.album, category: category.data });
  const total = allPhotos(collection).length;
  if (total === 0) throw new CannotStartError(`there are no photos in ${folder}`);
  const summary = await withServices(process.env, (deps) =>
    importCollection(deps, folder, collection, (done) => showProgress(done, total)),
  );
  tellSummary(summary, passedOver);
  return summary.refused.length > 0 ? 1 : 0;
});

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function tellSummary({ stored, known, refused }: ImportSummary, passedOver: string[]): void {
  const lines = [`${stored} imported, ${known} in the library already, ${refused.length} refused.`];
  for (const { file_name, error } of refused) lines.push(`  refused: ${file_name}: ${error}`);
  if (passedOver.length > 0) lines.push(`Passed over: ${countOf(passedOver.length, "other file")}.`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
