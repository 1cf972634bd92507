import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const DONE = "done";
export const REFUSED = "refused";

/** Something in the inbox. `folder` is the name of the album's folder; empty: it is in none. */
export type Entry = {
  folder: string;
  name: string;
  path: string;
  kind: "file" | "link" | "other";
  size: number;
  modified: number;
  /** Differs after every write, and for another file in its place. */
  stamp: string;
};

/** Names that belong to a program or the system: they are not there yet, or never meant for us. */
const PASSED_OVER = /^\.|^~|~$|\.(tmp|temp|part|partial|filepart|crdownload|download)$|^(thumbs\.db|desktop\.ini)$/i;

/** By the name of a folder in the inbox. */
export const isForAlbum = (name: string) => !PASSED_OVER.test(name) && name !== DONE && name !== REFUSED;

/** Everything that could be taken or refused. Follows no links. Throws if the inbox itself cannot be read. */
export async function listInbox(inbox: string): Promise<Entry[]> {
  const { entries, folders } = await listFolder(inbox, "");
  const within = await Promise.all(
    // One that cannot be read must not keep the others from being read.
    folders.map((folder) => listFolder(inbox, folder).catch(() => ({ entries: [] }))),
  );
  return [...entries, ...within.flatMap((each) => each.entries)];
}

async function listFolder(inbox: string, folder: string): Promise<{ entries: Entry[]; folders: string[] }> {
  const entries: Entry[] = [];
  const folders: string[] = [];
  const names = (await readdir(join(inbox, folder))).filter((name) => !PASSED_OVER.test(name));
  // Together, because a share takes its time for each of them.
  const stats = await Promise.all(names.map((name) => statIfThere(join(inbox, folder, name))));
  for (const [index, name] of names.entries()) {
    const found = stats[index];
    if (!found) continue;
    if (found.isDirectory()) {
      if (folder === "" && isForAlbum(name)) folders.push(name);
      continue;
    }
    const kind = found.isFile() ? "file" : found.isSymbolicLink() ? "link" : "other";
    const { size, mtimeMs: modified } = found;
    entries.push({ folder, name, path: join(inbox, folder, name), kind, size, modified, stamp: stampOf(found) });
  }
  return { entries, folders };
}

/** It may have been moved since it was listed. */
const statIfThere = (path: string) => lstat(path).catch(() => undefined);

const stampOf = ({ size, mtimeMs, ino, ctimeMs }: Stats) => `${size} ${mtimeMs} ${ino} ${ctimeMs}`;

export async function isAsBefore({ path, stamp }: Entry): Promise<boolean> {
  const found = await statIfThere(path);
  return found !== undefined && stampOf(found) === stamp;
}

/** Without following a link that has taken the file's place, or waiting for the writer of a pipe. */
export async function openFile({ path }: Pick<Entry, "path">, maxBytes: number) {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  return file.createReadStream({ end: maxBytes });
}

/** Not one that has been written again since: it must be taken again. */
export async function moveToDone(inbox: string, entry: Entry): Promise<void> {
  if (await isAsBefore(entry)) await moveTo(inbox, DONE, entry);
}

/** The reason is in a text file beside it. */
export async function moveToRefused(inbox: string, entry: Entry, reason: string): Promise<void> {
  const folder = await makeFolder(inbox, entry.folder, REFUSED);
  // Before the move: of a full disk, the file stays where it is and is looked at again.
  await writeFile(join(folder, `${entry.name}.txt`), `${reason}\n`);
  await moveTo(inbox, REFUSED, entry);
}

async function moveTo(inbox: string, name: typeof DONE | typeof REFUSED, entry: Entry): Promise<void> {
  await rename(entry.path, join(await makeFolder(inbox, entry.folder, name), entry.name));
}

async function makeFolder(inbox: string, album: string, name: string): Promise<string> {
  const folder = join(inbox, album, name);
  await mkdir(folder, { recursive: true });
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is a link, not a folder`);
  return folder;
}
