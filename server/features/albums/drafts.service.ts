import type { AlbumId } from "../../../contract/album-id.ts";
import { PREVIEW_DAYS } from "../../../contract/limits.ts";
import type { AlbumPhotos } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { type PhotoId, SHOWN_FIELDS } from "../../../contract/photos.ts";
import type { Panel } from "../../../contract/sequences.ts";
import type { AlbumRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { albumNotFound } from "../../errors.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { forReader, photosOf, withMembers } from "../../library/orders/line.ts";
import { readWithLine } from "../../library/orders/versions.ts";
import { requireAlbum } from "../../library/shown/albums.ts";
import { PAGE_VIEW, presentShownPhoto, viewOf } from "../photos/photos.present.ts";
import { isInDraft, listPhotosOfDraft } from "../photos/photos.service.ts";
import { readSequence } from "../sequences/sequences.service.ts";
import { presentAlbum } from "./albums.present.ts";
import * as queries from "./albums.queries.ts";
import { findNextAlbum, listSections } from "./public-albums.service.ts";

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * No link is stored: it names the album, its own end and the version if it is about one, and carries a signature that only this
 * site can make. The signature counts how often the owner has ended all links to the album.
 */
export async function linkDraft(deps: Deps, slug: string, by: Actor): Promise<{ url: string; expires_on: string }> {
  const album = await requireAlbum(deps.db, slug);
  await recordActivity(deps, { action: "draft-linked", ...by, detail: { album: album.slug, title: album.title } });
  return sign(deps, album, { seconds: PREVIEW_DAYS * DAY_SECONDS });
}

export async function endDraftLinks(deps: Deps, slug: string, by: Actor): Promise<void> {
  const album = await requireAlbum(deps.db, slug);
  await queries.endDraftLinks(deps.db, album.id);
  await recordActivity(deps, { action: "draft-links-ended", ...by, detail: { album: album.slug, title: album.title } });
}

/** For the owner's own eyes: a version of the album's line before it is published. */
export async function linkVersion(
  deps: Deps,
  slug: string,
  version: number,
): Promise<{ url: string; expires_on: string }> {
  const album = await requireAlbum(deps.db, slug);
  await readSequence(deps, slug, version);
  return sign(deps, album, { seconds: HOUR_SECONDS, version });
}

function sign(deps: Deps, album: AlbumRow, { seconds, version }: { seconds: number; version?: number }) {
  const expires = Math.floor(deps.now().getTime() / 1000) + seconds;
  const end = version === undefined ? String(expires) : `${expires}_${version}`;
  const token = `${album.id}-${end}-${deps.sealing.sign(draftText(album, end))}`;
  return { url: paths.draft(token), expires_on: new Date(expires * 1000).toISOString() };
}

const draftText = ({ id, draft_links_ended }: AlbumRow, end: string) => `draft ${id} ${end} ${draft_links_ended}`;

/** `version` is null in a link to the draft itself. */
type OpenedDraft = { album: AlbumRow; version: number | null };

/** Throws for a link that has expired or was ended, and for one that never was one. */
export async function openDraft(deps: Deps, token: string): Promise<OpenedDraft> {
  const [, id = "", end = "", signature = ""] = /^(\d{1,10})-(\d{1,12}(?:_\d{1,10})?)-([\w-]+)$/.exec(token) ?? [];
  const [expires, version] = end.split("_");
  if (Number(expires) * 1000 <= deps.now().getTime()) throw albumNotFound();
  // Of any number at all; whether it is an album's is found next.
  const album = await queries.findAlbumById(deps.db, Number(id) as AlbumId);
  if (!album || !deps.sealing.isSigned(draftText(album, end), signature)) throw albumNotFound();
  return { album, version: version === undefined ? null : Number(version) };
}

/** What the album's page would show, with pictures at URLs that end with the link. */
export async function readDraft(
  deps: Deps,
  { album, version }: OpenedDraft,
  token: string,
): Promise<Omit<AlbumPhotos, "panels"> & { panels: Panel[] | undefined }> {
  const room_pictures = { base: paths.draftPictures(token), has_original: true };
  const view = viewOf(SHOWN_FIELDS, (row) => ({ ...presentShownPhoto(row), room_pictures }));
  const readPhotos = () => listPhotosOfDraft(deps, album.id, view);
  const { photos, line } =
    version === null
      ? await readWithLine(deps.db, album.id, readPhotos)
      : await inVersion(deps, { album, version }, await readPhotos());
  const row = { ...album, photo_count: photos.length, chosen_id: null, cover_id: null };
  return {
    album: { ...presentAlbum(row, null), url: paths.draft(token) },
    photos,
    panels: line && forReader(line),
    offset: 0,
    is_whole: true,
    next_album: await findNextAlbum(deps, await listSections(deps), album, PAGE_VIEW),
  };
}

/** The photos that a visitor would see, as this version has them. */
async function inVersion<P extends { id: PhotoId }>(
  deps: Deps,
  { album, version }: { album: AlbumRow; version: number },
  photos: P[],
) {
  const { sequence } = await readSequence(deps, album.slug, version);
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const line = withMembers(sequence.panels, [...byId.keys()]);
  return { photos: photosOf(line).flatMap((id) => byId.get(id) ?? []), line };
}

export const showsDraftPicture = (deps: Deps, album: AlbumRow, internalId: string): Promise<boolean> =>
  isInDraft(deps, album.id, internalId);
