import type { AlbumId } from "../../../contract/album-id.ts";
import type { Album } from "../../../contract/albums.ts";
import type { LinkedPhoto, Menu, ShownPhoto } from "../../../contract/pages.ts";
import { paths, picturePath } from "../../../contract/paths.ts";
import type { Photo, PhotoId } from "../../../contract/photos.ts";
import type { Panel } from "../../../contract/sequences.ts";
import type { Deps } from "../../deps.ts";
import { albumNotFound, photoNotFound } from "../../errors.ts";
import { forReader } from "../../library/orders/line.ts";
import { readWithLine } from "../../library/orders/versions.ts";
import { findCategories } from "../../library/shown/categories.queries.ts";
import { findMovedAlbum } from "../../library/shown/former-addresses.queries.ts";
import type { PhotoView } from "../photos/photos.present.ts";
import {
  featuredPublicPhotos,
  findPublicPhotoOfAlbum,
  type ListedPhoto,
  listedPhotosById,
  listPublicPhotosOfAlbum,
  publicPhotosAfter,
  publicPhotosById,
  recentPublicPhotos as recentPhotos,
  showpieces,
  taggedPublicPhotos,
} from "../photos/photos.service.ts";
import { presentAlbum } from "./albums.present.ts";
import * as queries from "./albums.queries.ts";

const BATCH = 500;

type WithCover<P extends ShownPhoto> = Album & { cover: P | null };

/** The API lists every album. Pages leave out those without a photo that visitors can see. */
export type Listing<P extends ShownPhoto> = { view: PhotoView<P>; includesEmpty: boolean };

/** Featured albums first. */
export async function listPublicAlbums<P extends ShownPhoto>(
  deps: Deps,
  category: string,
  listing: Listing<P>,
): Promise<WithCover<P>[]> {
  return withCovers(deps, await queries.findAlbums(deps.db, "visitor", category), listing);
}

/** The featured albums of all categories, in their order. */
export async function listSelectedAlbums<P extends ShownPhoto>(
  deps: Deps,
  listing: Listing<P>,
): Promise<WithCover<P>[]> {
  return withCovers(deps, await queries.findFeaturedAlbums(deps.db, "visitor"), listing);
}

/** Those that visitors can see, also without a photo. */
export async function listPublicAlbumsById<P extends ShownPhoto>(
  deps: Deps,
  ids: readonly AlbumId[],
  view: PhotoView<P>,
): Promise<WithCover<P>[]> {
  return withCovers(deps, await queries.findShownAlbumsById(deps.db, ids), { view, includesEmpty: true });
}

/** The first albums of each category that have something to show, for the menu. */
export async function listMenu({ db }: Deps, maxAlbums: number): Promise<Menu["categories"]> {
  const rows = Map.groupBy((await queries.findAlbums(db, "visitor")).filter(hasPhotos), ({ category }) => category);
  const shown = (await findCategories(db)).filter(({ hidden }) => !hidden);
  return shown.map(({ key, name }) => {
    const albums = rows.get(key) ?? [];
    const first = albums.slice(0, maxAlbums).map((album) => ({ title: album.title, url: paths.album(album) }));
    return { key, name, url: paths.category(key), albums: first, more: albums.length - first.length };
  });
}

const hasPhotos = (row: queries.AlbumWithFigures) => row.photo_count > 0;

async function withCovers<P extends ShownPhoto>(
  deps: Deps,
  all: queries.AlbumWithFigures[],
  { view, includesEmpty }: Listing<P>,
): Promise<WithCover<P>[]> {
  const rows = includesEmpty ? all : all.filter(hasPhotos);
  const ids = rows.flatMap((row) => row.cover_id ?? []);
  const covers = await publicPhotosById(deps, ids, view);
  return rows.map((row) => {
    const cover = row.cover_id === null ? undefined : covers.get(row.cover_id);
    return { ...presentAlbum(row, coverImage(cover)), cover: cover ?? null };
  });
}

/** The album with its public photos in order, and its line where someone has sequenced it. */
export async function getPublicAlbum<P extends ShownPhoto>(
  deps: Deps,
  slug: string,
  view: PhotoView<P>,
): Promise<{ album: Album; photos: P[]; panels: Panel[] | undefined }> {
  const row = await queries.findAlbumWithFigures(deps.db, "visitor", slug);
  if (!row) throw albumNotFound();
  const { photos, line } = await readWithLine(deps.db, row.id, () => listPublicPhotosOfAlbum(deps, row.id, view));
  const cover = photos.find((photo) => photo.id === row.cover_id);
  return { album: presentAlbum(row, coverImage(cover)), photos, panels: line && forReader(line) };
}

/**
 * The next album that has photos: of its category, after the last one of the next category, and so on around the site. Null
 * where there is no other.
 */
export async function findNextAlbum<P extends ShownPhoto>(
  deps: Deps,
  album: Pick<Album, "slug" | "category">,
  view: PhotoView<P>,
): Promise<WithCover<P> | null> {
  const next = await findNextSlug(deps, album);
  const row = next === undefined ? undefined : await queries.findAlbumWithFigures(deps.db, "visitor", next);
  return (row && (await withCovers(deps, [row], { view, includesEmpty: false }))[0]) ?? null;
}

async function findNextSlug({ db }: Deps, { slug, category }: Pick<Album, "slug" | "category">) {
  const own = await queries.findShownAlbumSlugs(db, category);
  const next = own[own.indexOf(slug) + 1];
  if (next !== undefined) return next;
  const keys = (await findCategories(db)).filter(({ hidden }) => !hidden).map(({ key }) => key);
  const place = keys.indexOf(category);
  for (const key of [...keys.slice(place + 1), ...keys.slice(0, place)]) {
    const [first] = await queries.findShownAlbumSlugs(db, key);
    if (first !== undefined) return first;
  }
  return own[0] === slug ? undefined : own[0];
}

const coverImage = (cover: ShownPhoto | undefined) => (cover ? picturePath(cover, "medium", "jpg") : null);

export async function getPublicPhoto(deps: Deps, slug: string, id: PhotoId): Promise<Photo> {
  const photo = await findPublicPhotoOfAlbum(deps, slug, id);
  if (!photo) throw photoNotFound();
  return photo;
}

/** The current URL of the album that was at this one. Undefined when visitors see no such album. */
export async function findMovedAlbumPath(
  { db }: Deps,
  former: { category: string; slug: string },
): Promise<string | undefined> {
  const album = await findMovedAlbum(db, former);
  return album && paths.album(album);
}

/** The album that the photo's canonical page is in. Undefined when it is in none. */
export async function findHomeOf({ db }: Deps, id: PhotoId): Promise<{ title: string; url: string } | undefined> {
  const album = await queries.findHomeOf(db, id);
  return album && { title: album.title, url: paths.album(album) };
}

type PhotoInAlbum = { photo: ListedPhoto; album: { title: string; url: string } };

/** Photos that represent the photographer: featured ones in their order, else the newest. */
export async function listShowpieces(deps: Deps, limit: number): Promise<LinkedPhoto[]> {
  return (await withAlbums(deps, await showpieces(deps, limit))).map(linkPhoto);
}

/** Featured photos in their order. */
export async function listFeaturedPhotos(deps: Deps, limit: number): Promise<LinkedPhoto[]> {
  return (await withAlbums(deps, await featuredPublicPhotos(deps, limit))).map(linkPhoto);
}

/** Undefined when visitors do not see the album. */
export async function findShownSlug({ db }: Deps, id: AlbumId): Promise<string | undefined> {
  return (await queries.findShownAlbum(db, id))?.slug;
}

/** The newest photos with this tag, and how many there are. */
export async function listTaggedPhotos(deps: Deps, tag: string, limit: number) {
  const { photos, total } = await taggedPublicPhotos(deps, tag, limit);
  return { photos: (await withAlbums(deps, photos)).map(linkPhoto), total };
}

/** Those that visitors can see, by id. */
export async function linkedPhotosById(deps: Deps, ids: readonly PhotoId[]): Promise<Map<PhotoId, LinkedPhoto>> {
  const photos = await listedPhotosById(deps, ids);
  return new Map((await withAlbums(deps, photos)).map((listed) => [listed.photo.id, linkPhoto(listed)]));
}

const linkPhoto = ({ photo: { album_id, feed_path, ...photo }, album }: PhotoInAlbum): LinkedPhoto => ({
  photo,
  url: paths.photo(album, photo.id),
  album_title: album.title,
});

/** The newest photos that are in an album, for a feed. */
export async function recentPublicPhotos(deps: Deps, limit: number): Promise<PhotoInAlbum[]> {
  return withAlbums(deps, await recentPhotos(deps, limit));
}

/** Every photo that visitors can see in an album, for the sitemap. Read in batches, so memory stays bounded. */
export async function* eachPublicPhoto(deps: Deps): AsyncGenerator<PhotoInAlbum> {
  let after = 0;
  for (;;) {
    const photos = await publicPhotosAfter(deps, after, BATCH);
    yield* await withAlbums(deps, photos);
    const last = photos.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Those with a photo that visitors can see. */
export async function* eachPublicAlbum(deps: Deps): AsyncGenerator<{ title: string; url: string }> {
  let after = 0;
  for (;;) {
    const albums = await queries.findShownAlbumsAfter(deps.db, after, BATCH);
    for (const album of albums) yield { title: album.title, url: paths.album(album) };
    const last = albums.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function withAlbums({ db }: Deps, photos: ListedPhoto[]): Promise<PhotoInAlbum[]> {
  const ids = [...new Set(photos.flatMap((photo) => photo.album_id ?? []))];
  const albums = new Map((await queries.findAlbumsById(db, ids)).map((album) => [album.id, album]));
  return photos.flatMap((photo) => {
    const album = photo.album_id === null ? undefined : albums.get(photo.album_id);
    return album ? [{ photo, album: { title: album.title, url: paths.album(album) } }] : [];
  });
}
