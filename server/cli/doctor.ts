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
      else io.stdout.write(`${describe(PROBLEMS, finding)}${isRepaired ? ` ${describe(REPAIRS, finding)}` : ""}\n`);
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

type Words = { [Kind in Finding["kind"]]: (finding: Finding & { kind: Kind }) => string };

const PROBLEMS: Words = {
  "original-missing": (f) => `Photo ${f.photo_id}: its file ${f.key} is missing. Restore it from a backup.`,
  "original-changed": (f) =>
    `Photo ${f.photo_id}: its file ${f.key} differs from what was uploaded. Restore it from a backup.`,
  "former-file-missing": (f) =>
    `Photo ${f.photo_id}: ${f.key}, kept since the photo was replaced, is missing or damaged.`,
  "variant-missing": (f) => `Photo ${f.photo_id}: ${f.key} is missing.`,
  "variant-changed": (f) => `Photo ${f.photo_id}: ${f.key} differs from what was generated.`,
  "original-without-photo": (f) => `${f.key} belongs to no photo.`,
  "variant-without-photo": (f) => `${f.key} belongs to no photo.`,
  "upload-part-missing": (f) => `Unfinished upload ${f.upload_id}: its part ${f.key} is missing.`,
  "orphaned-upload-part": (f) => `${f.key} belongs to no unfinished upload.`,
  "room-picture-without-room": (f) => `${f.key} belongs to no viewing room.`,
  "order-broken": (f) => `The order ${f.list.column} ${JSON.stringify(f.list.scope)} has gaps or repetitions.`,
  "count-wrong": (f) => `The number of photos in ${GROUPS[f.place]} is wrong.`,
  "albums-differ": (f) => `Photo ${f.photo_id}: its row and the list of album members disagree.`,
  "address-idle": (f) => `The address ${f.address} of another site leads nowhere here.`,
  "cover-elsewhere": (f) => `Album ${f.album_id}: its cover, photo ${f.photo_id}, is in another album.`,
  "line-broken": (f) => `Album ${f.album_id}: a version of its sequence cannot be read, or names a photo twice.`,
  "page-broken": (f) => `Page ${f.page_id}: it cannot be read, or names a photo or an album that does not exist.`,
  "category-missing": (f) => `Albums or photos are in the category ${f.key}, which does not exist.`,
  "site-picture-missing": (f) => `The files of the site's ${f.picture} are missing.`,
  "owner-wrong": (f) =>
    `${countOf(f.count, "file")} in ${f.folder}, such as ${f.first}, do not belong to ${f.owner}, so the server cannot change them. Run as root: chown -R ${f.owner} ${f.folder}`,
  "schema-foreign": (f) =>
    `The ${describePart(f)} is not Vitrine's. If nobody you know has made it, look at what it does, and drop it.`,
  "schema-changed": (f) =>
    `The ${describePart(f)} is not as Vitrine made it. Look at what it does, and restore a backup.`,
  "delete-unfinished": (f) =>
    `The files of ${countOf(f.count, "permanent delete")} are still there. A running server tries every minute; its log says why it fails.`,
  "room-link-sealed": (f) =>
    `The links of ${countOf(f.count, "viewing room")}, such as ${JSON.stringify(f.first)}, cannot be copied any more, because this site has another key file. They still work; the room's screen makes a new one.`,
  "inbox-unusable": (f) => `Photos cannot be taken from ${f.folder}. ${f.problem}`,
  "inbox-refused": (f) =>
    `${countOf(f.count, "file")} of the inbox ${f.count === 1 ? "was" : "were"} refused. The reasons are in ${f.folder}; delete them when you have read them.`,
  "work-left-open": (f) => `${f.count} file changes were left unfinished by a server that died.`,
};

const describePart = ({ type, name, table }: { type: string; name: string; table: string }) =>
  type === "view" ? `view ${name}` : `${type} ${name} of the table ${table}`;

/** What was done about those that can be repaired. */
const REPAIRS: Partial<Words> = {
  "former-file-missing": () => "The replacement can no longer be reverted.",
  "variant-missing": () => "It will be made again on the next request.",
  "variant-changed": () => "It will be made again on the next request.",
  "original-without-photo": (f) => `It was moved to ${asideKey(f.key)}.`,
  "upload-part-missing": () => "The upload was removed; upload the file again.",
  "orphaned-upload-part": () => "It was deleted.",
  "room-picture-without-room": () => "It was deleted.",
  "variant-without-photo": () => "It was deleted.",
  "order-broken": () => "It was renumbered.",
  "count-wrong": () => "They were recounted.",
  "albums-differ": () => "The list of album members decides.",
  "address-idle": () => "It was removed. Importing from that site again brings it back.",
  "cover-elsewhere": () => "The album's first photo is its cover again.",
  "line-broken": () => "What can be read of it was kept.",
  "page-broken": () => "What can be read of it was kept.",
  "category-missing": () => "It was added, hidden from visitors.",
  "site-picture-missing": () => "It was taken off the site; upload it again.",
  "delete-unfinished": () => "They were deleted.",
  "work-left-open": () => "They were finished or undone.",
};

function describe(words: Partial<Words>, finding: Finding): string {
  // Each function takes the finding of its own kind.
  return (words[finding.kind] as ((finding: Finding) => string) | undefined)?.(finding) ?? "";
}

if (import.meta.main) await runAsProgram(run);
