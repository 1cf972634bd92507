import { PREVIEW_DAYS } from "../../../contract/limits.ts";
import type { AlbumPhotos } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { SHOWN_FIELDS } from "../../../contract/photos.ts";
import type { Panel } from "../../../contract/sequences.ts";
import type { AlbumRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { albumNotFound } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { forReader } from "../../library/orders/line.ts";
import { readWithLine } from "../../library/orders/versions.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import { PAGE_VIEW, presentShownPhoto, viewOf } from "../photos/photos.present.ts";
import { isInDraft, listPhotosOfDraft } from "../photos/photos.service.ts";
import { presentAlbum } from "./albums.present.ts";
import * as queries from "./albums.queries.ts";
import { findNextAlbum } from "./public-albums.service.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Nothing is stored: the link names the album and its own end, and carries a signature that only this site can make. */
export async function linkDraft(deps: Deps, slug: string, by: Actor): Promise<{ url: string; expires_on: string }> {
  const album = await requireAlbum(deps.db, slug);
  const expires = Math.floor(deps.now().getTime() / 1000) + PREVIEW_DAYS * DAY_SECONDS;
  const token = `${album.id}-${expires}-${deps.sealing.sign(draftText(String(album.id), String(expires)))}`;
  await recordActivity(deps, { action: "draft-linked", ...by, detail: { album: album.slug, title: album.title } });
  return { url: paths.draft(token), expires_on: new Date(expires * 1000).toISOString() };
}

const draftText = (album: string, expires: string) => `draft ${album} ${expires}`;

/** Throws for a link that has expired, and for one that never was one. */
export async function openDraft(deps: Deps, token: string): Promise<AlbumRow> {
  const [, id = "", expires = "", signature = ""] = /^(\d{1,10})-(\d{1,12})-([\w-]+)$/.exec(token) ?? [];
  if (!deps.sealing.isSigned(draftText(id, expires), signature)) throw albumNotFound();
  if (Number(expires) * 1000 <= deps.now().getTime()) throw albumNotFound();
  // Only ids of albums are signed.
  const album = await queries.findAlbumById(deps.db, Number(id) as AlbumRow["id"]);
  if (!album) throw albumNotFound();
  return album;
}

/** What the album's page would show, with pictures at URLs that end with the link. */
export async function readDraft(
  deps: Deps,
  album: AlbumRow,
  token: string,
): Promise<Omit<AlbumPhotos, "panels"> & { panels: Panel[] | undefined }> {
  const room_pictures = { base: paths.draftPictures(token), has_original: true };
  const view = viewOf(SHOWN_FIELDS, (row) => ({ ...presentShownPhoto(row), room_pictures }));
  const { photos, line } = await readWithLine(deps.db, album.id, () => listPhotosOfDraft(deps, album.id, view));
  const row = { ...album, photo_count: photos.length, chosen_id: null, cover_id: null };
  return {
    album: { ...presentAlbum(row, null), url: paths.draft(token) },
    photos,
    panels: line && forReader(line),
    offset: 0,
    is_whole: true,
    next_album: await findNextAlbum(deps, album, PAGE_VIEW),
  };
}

export const showsDraftPicture = (deps: Deps, album: AlbumRow, internalId: string): Promise<boolean> =>
  isInDraft(deps, album.id, internalId);
