import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CannotStartError } from "../../errors.ts";
import { allPhotos, checkCollection } from "../../features/export/collection.ts";
import type { FolderContent } from "../transfer/read-folder.ts";
import { requireInside } from "../transfer/require-inside.ts";
import { describeForeign, type Placing } from "./describe-foreign.ts";
import type { ForeignLibrary } from "./foreign-library.ts";
import { KOKEN_TABLES, readKoken } from "./koken.ts";
import { LYCHEE_TABLES, readLychee } from "./lychee.ts";
import { openTables, readSmallFile } from "./open-tables.ts";
import { PIWIGO_TABLES, readPiwigo } from "./piwigo.ts";
import { readSmugMug } from "./smugmug.ts";
import { readTakeout } from "./takeout.ts";
import { readWordPress } from "./wordpress.ts";

type Source = {
  /** Of the description in the folder, and its places, in the order to look in. Without it, the folder says it all. */
  description?: RegExp;
  places?: string[];
  read(path: string, folder: string): Promise<ForeignLibrary>;
};

const SOURCES = {
  lychee: {
    description: /\.(sqlite3?|db|sql)$/i,
    places: ["", "database"],
    read: async (path) => readLychee(await openTables(path, "Lychee", LYCHEE_TABLES)),
  },
  piwigo: {
    description: /\.sql$/i,
    read: async (path) => readPiwigo(await openTables(path, "Piwigo", PIWIGO_TABLES)),
  },
  wordpress: {
    description: /\.xml$/i,
    read: async (path, folder) => readWordPress(await readSmallFile(path), basename(path), folder),
  },
  koken: {
    description: /\.sql$/i,
    read: async (path) => readKoken(await openTables(path, "Koken", KOKEN_TABLES)),
  },
  takeout: { read: readTakeout },
  "smugmug-export": { read: readSmugMug },
} as const satisfies Record<string, Source>;

export type Program = keyof typeof SOURCES;
export const PROGRAMS = Object.keys(SOURCES) as Program[];
export const isProgram = (name: string): name is Program => Object.hasOwn(SOURCES, name);

/** The path of a folder, or of the description in it. */
export async function readForeign(program: Program, path: string, placing: Placing): Promise<FolderContent> {
  const source: Source = SOURCES[program];
  const isFile = (await stat(path)).isFile();
  if (isFile && !source.description) throw new CannotStartError(`${path} is not a folder. Unpack it first`);
  const folder = isFile ? dirname(path) : path;
  const description =
    isFile || !source.description ? path : await findDescription(source.description, source.places, path);
  const library = await source.read(description, folder);
  const { collection, notes } = describeForeign(library, placing);
  const checked = checkCollection(collection, basename(description));
  for (const { file } of allPhotos(checked)) await requireInside(folder, file);
  return { folder, collection: checked, albumsBy: "address", skipped: [], unreadable: [], notes };
}

async function findDescription(description: RegExp, places: string[] = [""], folder: string): Promise<string> {
  for (const place of places) {
    const names = await readdir(join(folder, place)).catch(() => []);
    const found = names.filter((name) => description.test(name));
    if (found.length > 1) throw new CannotStartError(`${folder} has ${found.join(" and ")}: name the one to read`);
    if (found[0] !== undefined) return join(folder, place, found[0]);
  }
  throw new CannotStartError(`there is no dump in ${folder}. See docs/moving-in.md`);
}
