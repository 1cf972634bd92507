import { countOf } from "./count-of.ts";
import { exportCollection } from "./export-collection.ts";
import { showProgress } from "./progress.ts";
import { runOnFolder } from "./run-command.ts";
import { withServices } from "./with-services.ts";

const HELP = `Writes the whole library into a folder, so that it can go anywhere.

  npm run export -- DIR

Originals by category and album, with titles, captions and tags in XMP files beside them, and vitrine.json with all of
that, the orders and the collections. 'npm run import -- DIR' brings it back. The trash is left out.
With SQLite, stop the server first.
`;

await runOnFolder({ help: HELP, options: {} }, async (folder) => {
  const { photos, albums, inTrash, missing } = await withServices(process.env, (deps) =>
    exportCollection(deps, folder, showProgress),
  );
  const lines = [`${countOf(photos, "photo")} and ${countOf(albums, "album")} written to ${folder}.`];
  if (inTrash > 0) lines.push(`Left out: ${countOf(inTrash, "photo")} in the trash.`);
  for (const file of missing) lines.push(`  missing: the storage has no original for ${file}`);
  process.stdout.write(`${lines.join("\n")}\n`);
  return missing.length > 0 ? 1 : 0;
});
