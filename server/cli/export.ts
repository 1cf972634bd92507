import { recordIfPossible } from "../library/activity.ts";
import { folderCommand, runAsProgram } from "./command/command.ts";
import { countOf } from "./command/count-of.ts";
import { writingTo } from "./command/folder-errors.ts";
import { ALLOW_EMPTY, acceptedBy, withServices } from "./command/open-library.ts";
import { showProgress } from "./command/progress.ts";
import { exportCollection } from "./transfer/export-folder.ts";

const HELP = `Writes the whole library into a folder that other programs can read.

  npm run export -- DIR

Originals by category and album, with titles, captions, alt texts and tags in XMP files next to them, and a vitrine.json
that also contains the orders and collections. What visitors wrote is in messages.json. 'npm run import -- DIR' imports it again. The trash is left out.
The server may be running. A library without photos and albums, which is usually the wrong one, needs --allow-empty.
`;

export const run = folderCommand({ help: HELP, options: ALLOW_EMPTY }, async (folder, values, io) => {
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

if (import.meta.main) await runAsProgram(run);
