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

/** A category that visitors see, with its albums that have something to show. */
export type ShownSection = { key: string; name: string; albums: queries.AlbumWithFigures[] };

/** In the order of the site. */
export async function listSections({ db }: Deps): Promise<ShownSection[]> {
  const rows = Map.groupBy((await queries.findAlbums(db, "visitor")).filter(hasPhotos), ({ category }) => category);
  const shown = (await findCategories(db)).filter(({ hidden }) => !hidden);
  return shown.map(({ key, name }) => ({ key, name, albums: rows.get(key) ?? [] }));
}

/** The first albums of each category, for the menu. */
export function menuOf(sections: readonly ShownSection[], maxAlbums: number): Menu["categories"] {
  return sections.map(({ key, name, albums }) => {
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
  sections: readonly ShownSection[],
  album: Pick<Album, "slug" | "category">,
  view: PhotoView<P>,
): Promise<WithCover<P> | null> {
  const row = nextIn(sections, album);
  return (row && (await withCovers(deps, [row], { view, includesEmpty: false }))[0]) ?? null;
}

function nextIn(sections: readonly ShownSection[], { slug, category }: Pick<Album, "slug" | "category">) {
  const place = sections.findIndex(({ key }) => key === category);
  const own = sections[place]?.albums ?? [];
  const next = own[own.findIndex((album) => album.slug === slug) + 1];
  if (next) return next;
  const others = [...sections.slice(place + 1), ...sections.slice(0, Math.max(place, 0))];
  const other = others.find(({ albums }) => albums.length > 0)?.albums[0];
  return other ?? (own[0]?.slug === slug ? undefined : own[0]);
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
