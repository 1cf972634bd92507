import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { LibraryChange } from "../change-library.ts";
import { findAlbumById } from "../shown/albums.queries.ts";
import { photoCategoryOf } from "../shown/categories.ts";
import * as queries from "./album-members.queries.ts";
import { rememberPlaces, restorePlaces } from "./former-places.ts";
import { closeGaps } from "./positions.queries.ts";
import { noteMembers } from "./versions.ts";

type JoinOptions = {
  /** Photos that join an album return to where they were in it. By default they are appended in the order given. */
  toFormerPlaces?: boolean;
};

/** The albums of a photo, its home first. */
type AlbumList = readonly AlbumId[];

/** Makes the album the home of the photos. They leave their former home and stay in their other albums. */
export function moveToAlbum(trx: LibraryChange, album: AlbumId, ids: readonly PhotoId[], options: JoinOptions = {}) {
  return changeAlbums(trx, ids, ([, ...guestIn]) => [album, ...guestIn.filter((id) => id !== album)], options);
}

/** The album becomes the home of photos that have none. */
export function addToAlbum(trx: LibraryChange, album: AlbumId, ids: readonly PhotoId[]) {
  return changeAlbums(trx, ids, (albums) => (albums.includes(album) ? albums : [...albums, album]));
}

/** Like `addToAlbum`, in place of another album if they are in that. */
export function replaceAlbum(trx: LibraryChange, from: AlbumId, to: AlbumId, ids: readonly PhotoId[]) {
  return changeAlbums(trx, ids, (albums) => [
    ...new Set((albums.includes(from) ? albums : [...albums, to]).map((id) => (id === from ? to : id))),
  ]);
}

/** The next of its albums becomes the home of a photo that leaves its home. */
export function leaveAlbum(trx: LibraryChange, album: AlbumId, ids: readonly PhotoId[]) {
  return changeAlbums(trx, ids, (albums) => albums.filter((id) => id !== album));
}

export function leaveAllAlbums(trx: LibraryChange, ids: readonly PhotoId[]) {
  return changeAlbums(trx, ids, () => []);
}

/** Gives each photo the albums that `choose` makes of those it is in. All of them must exist. */
export async function changeAlbums(
  trx: LibraryChange,
  ids: readonly PhotoId[],
  choose: (albums: AlbumList, id: PhotoId) => AlbumList,
  options: JoinOptions = {},
): Promise<void> {
  const current = Map.groupBy(await queries.findMemberships(trx, ids), (row) => row.photo_id);
  const changes = ids.map((id) => {
    const rows = current.get(id) ?? [];
    const albums = rows.map((row) => row.album_id);
    return { id, rows, albums, wanted: choose(albums, id) };
  });

  const leaving = groupByAlbum(
    changes.flatMap(({ id, albums, wanted }) =>
      pair(
        id,
        albums.filter((album) => !wanted.includes(album)),
      ),
    ),
  );
  for (const [album, leavers] of leaving) {
    await rememberPlaces(trx, { album }, leavers);
    await queries.removeMembers(trx, album, leavers);
    await closeGaps(trx, "album_photo.position", { album_id: album });
    await noteMembers(trx, album, {});
  }

  const ranks = new Map(changes.map(({ id, wanted }) => [id, wanted]));
  const joining = groupByAlbum(
    changes.flatMap(({ id, albums, wanted }) =>
      pair(
        id,
        wanted.filter((album) => !albums.includes(album)),
      ),
    ),
  );
  for (const [album, joiners] of joining) {
    const members = joiners.map((id) => ({ photo_id: id, rank: ranks.get(id)?.indexOf(album) ?? 0 }));
    await queries.addMembers(trx, album, members, await queries.countMembers(trx, album));
    if (options.toFormerPlaces) await restorePlaces(trx, { album }, joiners);
    await noteMembers(trx, album, { added: options.toFormerPlaces ? [] : joiners });
  }

  const moved = changes.flatMap(({ rows, wanted }) =>
    rows.flatMap((row) => {
      const rank = wanted.indexOf(row.album_id);
      return rank < 0 || rank === row.rank ? [] : [{ ...row, rank }];
    }),
  );
  await queries.setRanks(trx, moved);
  const newHomes = changes.filter(({ albums, wanted }) => albums[0] !== wanted[0]);
  for (const [home, group] of Map.groupBy(newHomes, ({ wanted }) => wanted[0])) {
    const photos = group.map(({ id }) => id);
    const album = home === undefined ? undefined : await findAlbumById(trx, home);
    await queries.setHome(trx, photos, album && { id: album.id, category: photoCategoryOf(album.category) });
  }
}

const pair = (id: PhotoId, albums: AlbumList) => albums.map((album) => ({ id, album }));

function groupByAlbum(pairs: { id: PhotoId; album: AlbumId }[]): Map<AlbumId, PhotoId[]> {
  const groups = Map.groupBy(pairs, ({ album }) => album);
  return new Map([...groups].map(([album, members]) => [album, members.map(({ id }) => id)]));
}
