import type { PhotoGroup } from "../db/schema.ts";
import { requireOwnStorage } from "../library/files/marker.ts";
import { optionsCommand, runAsProgram } from "./command/command.ts";
import { countOf } from "./command/count-of.ts";
import { ALLOW_EMPTY, acceptedBy, withLibrary } from "./command/open-library.ts";
import { checkLibrary } from "./doctor/check-library.ts";
import type { Finding } from "./doctor/findings.ts";
import { asideKey, repair } from "./doctor/repair-library.ts";

const HELP = `Compares the whole database with the storage and reports mismatches, and files that the server cannot change.

  npm run doctor                  changes nothing; the server may be running
  npm run doctor -- --verify      also reads every original and compares its SHA-256
  npm run doctor -- --fix         repairs what it can; the server must be stopped
  npm run doctor -- --json        reports as JSON
  npm run doctor -- --allow-empty also accepts a library without photos and albums, which is usually the wrong one

Exit code 0: all is well. 1: something is wrong (or could not be repaired). 2: the check could not run.
`;

const OPTIONS = {
  verify: { type: "boolean", default: false },
  fix: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  ...ALLOW_EMPTY,
} as const;

const GROUPS: Record<PhotoGroup, string> = { album: "albums", loose: "no album", trash: "the trash" };

export const run = optionsCommand({ help: HELP, options: OPTIONS }, async (values, io) => {
  const progress = { photos: 0, files: 0 };
  let found = 0;
  let repaired = 0;
  const access = values.fix ? "exclusive" : "shared";
  await withLibrary(io, { access, accept: acceptedBy(values) }, async (library) => {
    await requireOwnStorage(library);
    if (values.json) io.stdout.write('{"findings":[');
    for await (const finding of checkLibrary(library, { verify: values.verify, progress })) {
      const isRepaired = values.fix && (await repair(library, finding));
      // One line at a time: the findings of a badly damaged library may not fit in memory.
      if (values.json) io.stdout.write(`${found ? "," : ""}\n${JSON.stringify({ ...finding, repaired: isRepaired })}`);
      else io.stdout.write(`${describe(finding)}${isRepaired ? ` ${describeRepair(finding)}` : ""}\n`);
      found++;
      if (isRepaired) repaired++;
    }
  });
  const { photos, files } = progress;
  if (values.json)
    io.stdout.write(`],\n"photos":${photos},"files":${files},"found":${found},"repaired":${repaired}}\n`);
  else io.stdout.write(`${countOf(photos, "photo")} and ${countOf(files, "file")}: ${summarize(found, repaired)}\n`);
  return found === repaired ? 0 : 1;
});

function summarize(found: number, repaired: number): string {
  if (found === 0) return "all is well.";
  const problems = countOf(found, "problem");
  return repaired === 0 ? `${problems}.` : `${problems}, ${repaired} repaired.`;
}

function describe(finding: Finding): string {
  switch (finding.kind) {
    case "original-missing":
      return `Photo ${finding.photo_id}: its file ${finding.key} is missing. Restore it from a backup.`;
    case "original-changed":
      return `Photo ${finding.photo_id}: its file ${finding.key} differs from what was uploaded. Restore it from a backup.`;
    case "former-file-missing":
      return `Photo ${finding.photo_id}: ${finding.key}, kept since the photo was replaced, is missing or damaged.`;
    case "variant-missing":
      return `Photo ${finding.photo_id}: ${finding.key} is missing.`;
    case "variant-changed":
      return `Photo ${finding.photo_id}: ${finding.key} differs from what was generated.`;
    case "original-without-photo":
      return `${finding.key} belongs to no photo.`;
    case "variant-without-photo":
      return `${finding.key} belongs to no photo.`;
    case "upload-part-missing":
      return `Unfinished upload ${finding.upload_id}: its part ${finding.key} is missing.`;
    case "orphaned-upload-part":
      return `${finding.key} belongs to no unfinished upload.`;
    case "room-picture-without-room":
      return `${finding.key} belongs to no viewing room.`;
    case "order-broken":
      return `The order ${finding.list.column} ${JSON.stringify(finding.list.scope)} has gaps or repetitions.`;
    case "count-wrong":
      return `The number of photos in ${GROUPS[finding.place]} is wrong.`;
    case "albums-differ":
      return `Photo ${finding.photo_id}: its row and the list of album members disagree.`;
    case "address-idle":
      return `The address ${finding.address} of another site leads nowhere here.`;
    case "cover-elsewhere":
      return `Album ${finding.album_id}: its cover, photo ${finding.photo_id}, is in another album.`;
    case "line-broken":
      return `Album ${finding.album_id}: a version of its sequence cannot be read, or names a photo twice.`;
    case "page-broken":
      return `Page ${finding.page_id}: it cannot be read, or names a photo or an album that does not exist.`;
    case "category-missing":
      return `Albums or photos are in the category ${finding.key}, which does not exist.`;
    case "site-picture-missing":
      return `The files of the site's ${finding.picture} are missing.`;
    case "owner-wrong":
      return `${countOf(finding.count, "file")} in ${finding.folder}, such as ${finding.first}, do not belong to ${finding.owner}, so the server cannot change them. Run as root: chown -R ${finding.owner} ${finding.folder}`;
    case "schema-foreign":
      return `The ${describePart(finding)} is not Vitrine's. If nobody you know has made it, look at what it does, and drop it.`;
    case "schema-changed":
      return `The ${describePart(finding)} is not as Vitrine made it. Look at what it does, and restore a backup.`;
    case "delete-unfinished":
      return `The files of ${countOf(finding.count, "permanent delete")} are still there. A running server tries every minute; its log says why it fails.`;
    case "room-link-sealed":
      return `The links of ${countOf(finding.count, "viewing room")}, such as ${JSON.stringify(finding.first)}, cannot be copied any more, because this site has another key file. They still work; the room's screen makes a new one.`;
    case "inbox-unusable":
      return `Photos cannot be taken from ${finding.folder}. ${finding.problem}`;
    case "inbox-refused":
      return `${countOf(finding.count, "file")} of the inbox ${finding.count === 1 ? "was" : "were"} refused. The reasons are in ${finding.folder}; delete them when you have read them.`;
    case "work-left-open":
      return `${finding.count} file changes were left unfinished by a server that died.`;
  }
}

const describePart = ({ type, name, table }: { type: string; name: string; table: string }) =>
  type === "view" ? `view ${name}` : `${type} ${name} of the table ${table}`;

function describeRepair(finding: Finding): string {
  switch (finding.kind) {
    case "former-file-missing":
      return "The replacement can no longer be reverted.";
    case "variant-missing":
    case "variant-changed":
      return "It will be made again on the next request.";
    case "original-without-photo":
      return `It was moved to ${asideKey(finding.key)}.`;
    case "upload-part-missing":
      return "The upload was removed; upload the file again.";
    case "orphaned-upload-part":
    case "room-picture-without-room":
    case "variant-without-photo":
      return "It was deleted.";
    case "order-broken":
      return "It was renumbered.";
    case "count-wrong":
      return "They were recounted.";
    case "albums-differ":
      return "The list of album members decides.";
    case "address-idle":
      return "It was removed. Importing from that site again brings it back.";
    case "cover-elsewhere":
      return "The album's first photo is its cover again.";
    case "line-broken":
    case "page-broken":
      return "What can be read of it was kept.";
    case "category-missing":
      return "It was added, hidden from visitors.";
    case "site-picture-missing":
      return "It was taken off the site; upload it again.";
    case "delete-unfinished":
      return "They were deleted.";
    case "work-left-open":
      return "They were finished or undone.";
    default:
      return "";
  }
}

if (import.meta.main) await runAsProgram(run);
