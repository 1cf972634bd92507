import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { PageId } from "../../../contract/written-pages.ts";
import type { Deps } from "../../deps.ts";
import { importPage } from "../../features/written-pages/written-pages.export.ts";
import { listPages, reorderPages } from "../../features/written-pages/written-pages.service.ts";
import { inOrder } from "./in-order.ts";

type Imported = {
  folder: string;
  /** By file. */
  idOf: ReadonlyMap<string, PhotoId>;
  /** By the slug in the export. */
  albums: ReadonlyMap<string, { id: AlbumId }>;
  /** Undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
};

/** After the photos and albums that they name. */
export async function importPages(
  deps: Deps,
  files: string[],
  { folder, idOf, albums, read }: Imported,
): Promise<void> {
  const isMissing = (file: string) => !existsSync(join(folder, file));
  const wanted: PageId[] = [];
  for (const path of files) {
    const json = await read(path);
    const id = json === undefined ? null : await importPage(deps, { path, json, idOf, albums, isMissing });
    if (id !== null) wanted.push(id);
  }
  const now = (await listPages(deps)).filter(({ kind }) => kind === "page").map(({ id }) => id);
  const order = inOrder(now, wanted);
  if (order.some((id, index) => id !== now[index])) await reorderPages(deps, order);
}
