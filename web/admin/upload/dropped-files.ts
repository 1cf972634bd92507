import { hasAcceptedType } from "./refuse-file.ts";

export type ChosenFiles = {
  files: File[];
  /** How many files in folders are not pictures (sidecars, raw files, notes). They were not chosen individually. */
  leftOut: number;
};

const byName = new Intl.Collator(undefined, { numeric: true }).compare;

/** Must be called during the drop event: the browser empties the list right after it. */
export async function droppedFiles({ items, files }: DataTransfer, acceptsHeic: boolean): Promise<ChosenFiles> {
  const entries = [...items].map((entry) => entry.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some((entry) => entry.isDirectory)) return { files: inOrder([...files]), leftOut: 0 };
  const single = await Promise.all(entries.filter(isFileEntry).map(readFile));
  const inFolders = (await Promise.all(entries.filter(isFolderEntry).map(readFolder))).flat();
  return withFolders(single, inFolders, acceptsHeic);
}

/** The files from a file picker; those picked as a folder carry their path. */
export function pickedFiles(files: FileList, acceptsHeic: boolean): ChosenFiles {
  const all = [...files];
  return withFolders(
    all.filter((file) => file.webkitRelativePath === ""),
    all.filter((file) => file.webkitRelativePath !== ""),
    acceptsHeic,
  );
}

function withFolders(single: File[], inFolders: File[], acceptsHeic: boolean): ChosenFiles {
  const visible = inFolders.filter((file) => !file.name.startsWith("."));
  const pictures = visible.filter((file) => hasAcceptedType(file, acceptsHeic));
  return { files: inOrder([...single, ...pictures]), leftOut: visible.length - pictures.length };
}

const inOrder = (files: File[]) => files.sort((a, b) => byName(a.name, b.name));

async function readFolder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const found: File[] = [];
  // A reader returns at most 100 entries at a time, and an empty list at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    found.push(...(await Promise.all(entries.filter(isFileEntry).map(readFile))));
    for (const inner of entries.filter(isFolderEntry)) found.push(...(await readFolder(inner)));
  }
}

const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
