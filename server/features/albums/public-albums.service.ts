import type { Album, AlbumWithCover } from "../../../contract/albums.ts";
import type { Category } from "../../../contract/limits.ts";
import type { Photo, PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { albumNotFound, photoNotFound } from "../../errors.ts";
import { findAlbum } from "../../library/albums.queries.ts";
import {
  findPublicPhotoOfAlbum,
  listPublicPhotosOfAlbum,
  publicPhotosAfter,
  publicPhotosById,
  recentPublicPhotos as recentPhotos,
} from "../photos/photos.service.ts";
import { presentAlbum } from "./albums.present.ts";
import * as queries from "./albums.queries.ts";

const BATCH = 500;

/** Featured albums first. */
export async function listPublicAlbums(deps: Deps, category: Category): Promise<AlbumWithCover[]> {
  return withCovers(deps, await queries.findAlbums(deps.db, "visitor", category));
}

/** The featured albums of all categories, in their order. */
export async function listSelectedAlbums(deps: Deps): Promise<AlbumWithCover[]> {
  return withCovers(deps, await queries.findFeaturedAlbums(deps.db, "visitor"));
}

async function withCovers(deps: Deps, rows: queries.AlbumWithFigures[]): Promise<AlbumWithCover[]> {
  const covers = await publicPhotosById(
    deps,
    rows.flatMap((row) => row.cover_id ?? []),
  );
  return rows.map((row) => {
    const cover = row.cover_id === null ? undefined : covers.get(row.cover_id);
    return { ...presentAlbum(row, cover), cover: cover ?? null };
  });
}

/** The album with its public photos, in its order. */
export async function getPublicAlbum(deps: Deps, slug: string): Promise<{ album: Album; photos: Photo[] }> {
  const row = await queries.findAlbumWithFigures(deps.db, "visitor", slug);
  if (!row) throw albumNotFound();
  const photos = await listPublicPhotosOfAlbum(deps, row.id);
  const cover = photos.find((photo) => photo.id === row.cover_id);
  return { album: presentAlbum(row, cover), photos };
}

export async function getPublicPhoto(deps: Deps, slug: string, id: PhotoId): Promise<Photo> {
  const album = await findAlbum(deps.db, slug);
  const photo = album && (await findPublicPhotoOfAlbum(deps, album.id, id));
  if (!photo) throw photoNotFound();
  return photo;
}

export type ShownPhoto = { photo: Photo; album: { title: string; url: string } };

/** The newest photos that are in an album, for a feed. */
export async function recentPublicPhotos(deps: Deps, limit: number): Promise<ShownPhoto[]> {
  return withAlbums(deps, await recentPhotos(deps, limit));
}

/** Every photo that visitors can see in an album, for the sitemap. Read in batches, so memory stays bounded. */
export async function* eachPublicPhoto(deps: Deps): AsyncGenerator<ShownPhoto> {
  let after = 0;
  for (;;) {
    const photos = await publicPhotosAfter(deps, after, BATCH);
    yield* await withAlbums(deps, photos);
    const last = photos.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export async function* eachPublicAlbum(deps: Deps): AsyncGenerator<{ title: string; url: string }> {
  let after = 0;
  for (;;) {
    const albums = await queries.findAlbumsAfter(deps.db, after, BATCH);
    for (const { title, category, slug } of albums) yield { title, url: `/${category}/${slug}` };
    const last = albums.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function withAlbums({ db }: Deps, photos: Photo[]): Promise<ShownPhoto[]> {
  const ids = [...new Set(photos.flatMap((photo) => photo.album_id ?? []))];
  const albums = new Map((await queries.findAlbumsById(db, ids)).map((album) => [album.id, album]));
  return photos.flatMap((photo) => {
    const album = photo.album_id === null ? undefined : albums.get(photo.album_id);
    return album ? [{ photo, album: { title: album.title, url: `/${album.category}/${album.slug}` } }] : [];
  });
}
