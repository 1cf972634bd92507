import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CannotStartError } from "../../errors.ts";
import { allPhotos, checkCollection } from "../../features/export/collection.ts";
import { type FolderContent, requireInside } from "../transfer/read-folder.ts";
import { describeForeign, type Placing } from "./describe-foreign.ts";
import type { ForeignLibrary } from "./foreign-library.ts";
import { LYCHEE_TABLES, readLychee } from "./lychee.ts";
import { openTables } from "./open-tables.ts";

type Source = {
  /** Of the description in the folder; its places, in the order to look in. */
  description: RegExp;
  places: string[];
  read(path: string, folder: string): Promise<ForeignLibrary>;
};

const SOURCES = {
  lychee: {
    description: /\.(sqlite3?|db|sql)$/i,
    places: ["", "database"],
    read: async (path) => readLychee(await openTables(path, "Lychee", LYCHEE_TABLES)),
  },
} as const satisfies Record<string, Source>;

export type Program = keyof typeof SOURCES;
export const PROGRAMS = Object.keys(SOURCES) as Program[];
export const isProgram = (name: string): name is Program => Object.hasOwn(SOURCES, name);

/** The path of a folder, or of the description in it. */
export async function readForeign(program: Program, path: string, placing: Placing): Promise<FolderContent> {
  const source: Source = SOURCES[program];
  const isFile = (await stat(path)).isFile();
  const folder = isFile ? dirname(path) : path;
  const description = isFile ? path : await findDescription(source, path);
  const library = await source.read(description, folder);
  const { collection, notes } = describeForeign(library, placing);
  const checked = checkCollection(collection, basename(description));
  for (const { file } of allPhotos(checked)) await requireInside(folder, file);
  return { folder, collection: checked, albumsBy: "address", skipped: [], unreadable: [], notes };
}

async function findDescription({ description, places }: Source, folder: string): Promise<string> {
  for (const place of places) {
    const names = await readdir(join(folder, place)).catch(() => []);
    const found = names.filter((name) => description.test(name));
    if (found.length > 1) throw new CannotStartError(`${folder} has ${found.join(" and ")}: name the one to read`);
    if (found[0] !== undefined) return join(folder, place, found[0]);
  }
  throw new CannotStartError(`there is no dump in ${folder}. See docs/moving-in.md`);
}
