import type { AlbumRow, Db } from "../../db/schema.ts";
import { albumNotFound } from "../../errors.ts";
import { findAlbum } from "./albums.queries.ts";
import { findAlbumByFormerSlug } from "./former-addresses.queries.ts";

/** A former slug works too: another window, or an undo, may not know the new one yet. No other album can have it. */
export async function findAlbumBySlug(db: Db, slug: string): Promise<AlbumRow | undefined> {
  return (await findAlbum(db, slug)) ?? findAlbumByFormerSlug(db, slug);
}

export async function requireAlbum(db: Db, slug: string): Promise<AlbumRow> {
  const album = await findAlbumBySlug(db, slug);
  if (!album) throw albumNotFound();
  return album;
}
