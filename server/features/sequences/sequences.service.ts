import type { AlbumId } from "../../../contract/album-id.ts";
import type { BodyOf } from "../../../contract/endpoint.ts";
import { VERSIONS_MAX } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type {
  createVersion as createCall,
  Panel,
  Sequence,
  SequenceVersion,
  saveSequence as saveCall,
} from "../../../contract/sequences.ts";
import type { Db } from "../../db/schema.ts";
import type { VersionRow } from "../../db/version-table.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound, sequenceChanged } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { changeLibrary, type LibraryChange } from "../../library/change-library.ts";
import { findMembers } from "../../library/orders/album-members.queries.ts";
import { panelOf, photosOf } from "../../library/orders/line.ts";
import { setPositions } from "../../library/orders/positions.queries.ts";
import * as queries from "../../library/orders/versions.queries.ts";
import { lineOf, storedLine } from "../../library/orders/versions.ts";
import { requireAlbum } from "../../library/shown/albums.ts";

/** Of an album that nobody sequenced. It is stored with the first change. */
const FIRST = { number: 1, name: "First edit", current: 1, revision: 0, changed_on: null } as const;

type Version = Omit<VersionRow, "id" | "album_id" | "changed_on"> & {
  /** Undefined as long as it is not stored. */
  id?: number;
  changed_on: string | null;
};
type Album = { id: AlbumId; slug: string; title: string; members: PhotoId[]; versions: Version[] };

export async function readSequence(
  { db }: Deps,
  slug: string,
  number?: number,
): Promise<{ sequence: Sequence; versions: SequenceVersion[] }> {
  const album = await readAlbum(db, slug);
  const version = number === undefined ? currentOf(album) : requireVersion(album, number);
  return { sequence: present(version, album), versions: album.versions.map((each) => summarize(each, album)) };
}

export function saveSequence(
  deps: Deps,
  slug: string,
  { version_id, revision, panels }: BodyOf<typeof saveCall>,
): Promise<Sequence> {
  return changeLibrary(deps, async (trx) => {
    const album = await readAlbum(trx, slug);
    const version = requireVersion(album, version_id);
    if (revision !== version.revision) throw sequenceChanged();
    requireAllPhotos(panels, album.members);
    return write(deps, trx, album, { ...version, panels: storedLine(panels, version) });
  });
}

export function createVersion(deps: Deps, slug: string, { name, from }: BodyOf<typeof createCall>): Promise<Sequence> {
  return changeLibrary(deps, async (trx) => {
    const album = await readStoredAlbum(deps, trx, slug);
    if (album.versions.length >= VERSIONS_MAX) throw conflict(`An album can have at most ${VERSIONS_MAX} versions`);
    const source = from === undefined ? currentOf(album) : album.versions.find(({ number }) => number === from);
    if (!source) throw invalid({ from: ["This version does not exist"] });
    const number = Math.max(...album.versions.map((version) => version.number)) + 1;
    const copy: Version = { number, name, current: 0, revision: 0, panels: source.panels, changed_on: null };
    const panels = storedLine(lineOf(source, album.members), source);
    return write(deps, trx, album, { ...copy, panels });
  });
}

export function renameVersion(deps: Deps, slug: string, number: number, name: string): Promise<Sequence> {
  return changeLibrary(deps, async (trx) => {
    const album = await readStoredAlbum(deps, trx, slug);
    const version = requireVersion(album, number);
    if (version.id !== undefined) await queries.updateVersion(trx, { id: version.id, name });
    return present({ ...version, name }, album);
  });
}

export function publishVersion(deps: Deps, slug: string, number: number, by: Actor): Promise<Sequence> {
  return changeLibrary(deps, async (trx) => {
    const album = await readAlbum(trx, slug);
    const version = requireVersion(album, number);
    if (version.current === 1) return present(version, album);
    const before = currentOf(album);
    // From now on its own order counts, no longer that of the album.
    const own = storedLine(lineOf(before, album.members), before);
    const revision = before.revision + 1;
    if (before.id !== undefined) await queries.updateVersion(trx, { id: before.id, current: 0, panels: own, revision });
    const line = lineOf(version, album.members);
    const detail = { album: album.slug, title: album.title, version: version.name };
    await recordActivity({ db: trx, now: deps.now }, { action: "sequence-published", ...by, detail });
    return write(deps, trx, album, { ...version, current: 1, panels: storedLine(line, version) });
  });
}

export async function deleteVersion(deps: Deps, slug: string, number: number): Promise<void> {
  await changeLibrary(deps, async (trx) => {
    const version = requireVersion(await readAlbum(trx, slug), number);
    if (version.current === 1) throw conflict("Visitors see this version. Publish another one first.");
    if (version.id !== undefined) await queries.deleteVersion(trx, version.id);
  });
}

async function readAlbum(db: Db, slug: string): Promise<Album> {
  const { id, slug: current, title } = await requireAlbum(db, slug);
  const members = await findMembers(db, id);
  const stored = await queries.findVersions(db, id);
  const first: Version = { ...FIRST, panels: JSON.stringify(members.map(panelOf)) };
  return { id, slug: current, title, members, versions: stored.length > 0 ? stored : [first] };
}

/** From here on the album is a sequenced one. */
async function readStoredAlbum(deps: Deps, trx: LibraryChange, slug: string): Promise<Album> {
  const album = await readAlbum(trx, slug);
  const [first] = album.versions;
  if (!first || first.id !== undefined) return album;
  await queries.insertVersion(trx, { ...first, album_id: album.id, changed_on: deps.now().toISOString() });
  return readAlbum(trx, slug);
}

/** Stores the version, and gives the album its order if visitors see it. */
async function write(deps: Deps, trx: LibraryChange, album: Album, version: Version): Promise<Sequence> {
  const row = { ...version, revision: version.revision + 1, changed_on: deps.now().toISOString() };
  if (row.id === undefined) await queries.insertVersion(trx, { ...row, album_id: album.id });
  else await queries.updateVersion(trx, { ...row, id: row.id });
  if (row.current === 0) return present(row, album);
  const order = photosOf(lineOf({ ...row, current: 0 }, album.members));
  await setPositions(trx, "album_photo.position", order, { scope: { album_id: album.id } });
  return present(row, { ...album, members: order });
}

const currentOf = ({ versions }: Album): Version => {
  const current = versions.find((version) => version.current === 1);
  if (!current) throw new Error("an album with versions has a current one");
  return current;
};

function requireVersion({ versions }: Album, number: number): Version {
  const version = versions.find((each) => each.number === number);
  if (!version) throw notFound();
  return version;
}

function requireAllPhotos(panels: readonly Panel[], members: readonly PhotoId[]): void {
  const named = photosOf(panels);
  const unique = new Set(named);
  const isComplete = named.length === members.length && members.every((id) => unique.has(id));
  if (!isComplete) throw invalid({ panels: ["Name each photo of the album exactly once"] });
}

const present = (version: Version, { members }: Pick<Album, "members">): Sequence => ({
  version_id: version.number,
  name: version.name,
  current: version.current === 1,
  revision: version.revision,
  panels: lineOf(version, members),
});

const summarize = (version: Version, { members }: Album): SequenceVersion => ({
  id: version.number,
  name: version.name,
  current: version.current === 1,
  panel_count: lineOf(version, members).length,
  changed_on: version.changed_on,
});
