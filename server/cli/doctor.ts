import { requireOwnStorage } from "../library/marker.ts";
import type { PhotoPlace } from "../platform/db/schema.ts";
import { checkLibrary, type Finding } from "./check-library.ts";
import { withLibrary } from "./open-library.ts";
import { asideKey, repair } from "./repair-library.ts";
import { runWithOptions } from "./run-command.ts";

const HELP = `Compares database and storage whole, and tells what does not fit together.

  npm run doctor                  only looks; may run beside the server
  npm run doctor -- --verify      also reads every original and compares its SHA-256
  npm run doctor -- --fix         repairs what it can; the server must be stopped
  npm run doctor -- --json        tells it as JSON

Ends with 0 when all is well, 1 when something is wrong (or could not be repaired), 2 when it could not look.
`;

const OPTIONS = {
  verify: { type: "boolean", default: false },
  fix: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

const PLACES: Record<PhotoPlace, string> = { album: "albums", loose: "no album", trash: "the trash" };

await runWithOptions({ help: HELP, options: OPTIONS }, async (values) => {
  const progress = { photos: 0, files: 0 };
  let found = 0;
  let repaired = 0;
  if (values.json) process.stdout.write('{"findings":[');
  await withLibrary({ access: values.fix ? "alone" : "beside the server" }, async (library) => {
    await requireOwnStorage(library);
    for await (const finding of checkLibrary(library, { verify: values.verify, progress })) {
      const isRepaired = values.fix && (await repair(library, finding));
      // One line at a time: a library in ruins has more to tell than memory holds.
      if (values.json)
        process.stdout.write(`${found ? "," : ""}\n${JSON.stringify({ ...finding, repaired: isRepaired })}`);
      else process.stdout.write(`${describe(finding)}${isRepaired ? ` ${describeRepair(finding)}` : ""}\n`);
      found++;
      if (isRepaired) repaired++;
    }
  });
  const { photos, files } = progress;
  if (values.json)
    process.stdout.write(`],\n"photos":${photos},"files":${files},"found":${found},"repaired":${repaired}}\n`);
  else process.stdout.write(`${photos} photos and ${files} files: ${summarize(found, repaired)}\n`);
  return found === repaired ? 0 : 1;
});

function summarize(found: number, repaired: number): string {
  if (found === 0) return "all is well.";
  const things = `${found} ${found === 1 ? "thing is" : "things are"} wrong`;
  return repaired === 0 ? `${things}.` : `${things}, ${repaired} repaired.`;
}

function describe(finding: Finding): string {
  switch (finding.kind) {
    case "original-missing":
      return `Photo ${finding.photo_id}: its file ${finding.key} is missing. Restore it from a backup.`;
    case "original-changed":
      return `Photo ${finding.photo_id}: its file ${finding.key} is not what was uploaded. Restore it from a backup.`;
    case "variant-missing":
      return `Photo ${finding.photo_id}: ${finding.key} is missing.`;
    case "variant-changed":
      return `Photo ${finding.photo_id}: ${finding.key} is not what was made.`;
    case "original-without-photo":
      return `${finding.key} belongs to no photo.`;
    case "variant-without-photo":
      return `${finding.key} belongs to no photo.`;
    case "order-broken":
      return `The order ${finding.list.column} ${JSON.stringify(finding.list.scope)} has gaps or repetitions.`;
    case "count-wrong":
      return `The number of photos in ${PLACES[finding.place]} is kept wrong.`;
    case "work-left-open":
      return `${finding.count} changes of files were left open by a server that died.`;
  }
}

function describeRepair(finding: Finding): string {
  switch (finding.kind) {
    case "variant-missing":
    case "variant-changed":
      return "It will be made again when it is next wanted.";
    case "original-without-photo":
      return `It was put aside as ${asideKey(finding.key)}.`;
    case "variant-without-photo":
      return "It was deleted.";
    case "order-broken":
      return "It was numbered anew.";
    case "count-wrong":
      return "They were counted anew.";
    case "work-left-open":
      return "They were finished or undone.";
    default:
      return "";
  }
}
