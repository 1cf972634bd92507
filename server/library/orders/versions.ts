import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Panel } from "../../../contract/sequences.ts";
import type { Db } from "../../db/schema.ts";
import type { VersionRow } from "../../db/version-table.ts";
import type { LibraryChange } from "../change-library.ts";
import { findMembers } from "./album-members.queries.ts";
import { inOrder, keepAbsent, photosOf, withMembers, withoutThese } from "./line.ts";
import * as queries from "./versions.queries.ts";

// Only the functions here and in features/sequences write it.
const parse = (panels: string) => JSON.parse(panels) as Panel[];

/** The line as it is now, with the album's photos in their order. */
export const lineOf = ({ current, panels }: Pick<VersionRow, "current" | "panels">, members: readonly PhotoId[]) =>
  (current === 1 ? inOrder : withMembers)(parse(panels), members);

/** To store `line` in place of what is stored. */
export const storedLine = (line: readonly Panel[], before: Pick<VersionRow, "panels">) =>
  JSON.stringify(keepAbsent(line, parse(before.panels)));

/** After photos have come or gone. Those that are new, not back, are not in the panels where they once were. */
export async function noteMembers(trx: LibraryChange, album: AlbumId, { added = [] }: { added?: readonly PhotoId[] }) {
  await queries.raiseRevisions(trx, album);
  if (added.length === 0) return;
  const ids = new Set(added);
  for (const { id, panels } of await queries.findVersions(trx, album)) {
    if (photosOf(parse(panels)).some((photo) => ids.has(photo))) {
      await queries.updateVersion(trx, { id, panels: JSON.stringify(withoutThese(parse(panels), ids)) });
    }
  }
}

/** After the photos were put into this order in another place than the line. */
export async function noteOrder(trx: LibraryChange, album: AlbumId, order: readonly PhotoId[]): Promise<void> {
  const current = await queries.findCurrentVersion(trx, album);
  if (!current) return;
  const panels = storedLine(lineOf(current, order), current);
  await queries.updateVersion(trx, { id: current.id, panels, revision: current.revision + 1 });
}

/** The photos of an album, as their reader sees them, and its line. No line where nobody sequenced the album. */
export async function readWithLine<Photo extends { id: PhotoId }>(
  db: Db,
  album: AlbumId,
  readPhotos: () => Promise<Photo[]>,
): Promise<{ photos: Photo[]; line: Panel[] | undefined }> {
  const { result: photos, current } = await readUnchanged(db, album, readPhotos);
  return { photos, line: current && lineOf(current, idsOf(photos)) };
}

/** Photos of a list that was made from an album, as its line has them, then those that are not in the album. */
export async function followLine<Photo extends { id: PhotoId }>(
  db: Db,
  album: AlbumId,
  photos: Photo[],
): Promise<{ photos: Photo[]; line: Panel[] | undefined }> {
  if (!(await queries.findCurrentVersion(db, album))) return { photos, line: undefined };
  const { result: members, current } = await readUnchanged(db, album, () => findMembers(db, album));
  if (!current) return { photos, line: undefined };
  const line = withMembers(lineOf(current, members), idsOf(photos));
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  return { photos: photosOf(line).flatMap((id) => byId.get(id) ?? []), line };
}

/** A line and its photos are read by two statements: again, if the line has changed in between. */
async function readUnchanged<T>(db: Db, album: AlbumId, read: () => Promise<T>) {
  for (let before = await queries.findCurrentVersion(db, album); ; ) {
    const result = await read();
    if (!before) return { result, current: undefined };
    const now = await queries.findCurrentVersion(db, album);
    if (now?.id === before.id && now.revision === before.revision) return { result, current: now };
    before = now;
  }
}

const idsOf = (photos: readonly { id: PhotoId }[]) => photos.map(({ id }) => id);
