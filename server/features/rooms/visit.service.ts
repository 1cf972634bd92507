import type { BodyOf } from "../../../contract/endpoint.ts";
import { TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { type PhotoId, SHOWN_FIELDS } from "../../../contract/photos.ts";
import type { RoomPhoto, sendSelection as sendCall, VisitedRoom, VisitorSelection } from "../../../contract/rooms.ts";
import type { Panel } from "../../../contract/sequences.ts";
import { transaction } from "../../db/connect.ts";
import type { RoomRow } from "../../db/room-table.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notAllowed, notFound, photoNotFound } from "../../errors.ts";
import { forReader } from "../../library/orders/line.ts";
import { followLine } from "../../library/orders/versions.ts";
import { firstAttempt } from "../../library/outbox.ts";
import {
  API_COLUMNS,
  type ApiRow,
  type PhotoView,
  presentPhotoAt,
  presentShownPhoto,
  viewOf,
} from "../photos/photos.present.ts";
import { joinComments } from "./join-comments.ts";
import { offers, picturesBase, type Visit } from "./room-access.ts";
import * as queries from "./rooms.queries.ts";
import { selectionState } from "./rooms.service.ts";

type Visited<P> = {
  room: VisitedRoom;
  photos: P[];
  /** Of a room that was made from an album which someone sequenced. */
  panels: Panel[] | undefined;
  selection: VisitorSelection;
};

/** For programs: with every URL. */
export function readRoom(deps: Deps, visit: Visit): Promise<Visited<RoomPhoto>> {
  const base = picturesBase(deps, visit);
  const hasOriginal = offers(visit.room, "original");
  return openRoom(
    deps,
    visit,
    viewOf(API_COLUMNS, (row) => presentRoomPhoto(row, base, hasOriginal)),
  );
}

/** For the page, which builds the URLs itself. */
export function readShownRoom(deps: Deps, visit: Visit): Promise<Visited<ShownPhoto>> {
  const room_pictures = { base: picturesBase(deps, visit), has_original: offers(visit.room, "original") };
  return openRoom(
    deps,
    visit,
    viewOf(SHOWN_FIELDS, (row) => ({ ...presentShownPhoto(row), room_pictures })),
  );
}

async function openRoom<P>(deps: Deps, { room }: Visit, { columns, present }: PhotoView<P>): Promise<Visited<P>> {
  const shown = await queries.findShownPhotos(deps.db, room.id, columns);
  const { photos: rows, line } =
    room.album_id === null ? { photos: shown, line: undefined } : await followLine(deps.db, room.album_id, shown);
  return {
    room: {
      title: room.title,
      message: room.message,
      has_password: room.password_hash !== null,
      expires_on: room.expires_on,
      download: room.download,
      selection: room.selection === 1,
      selection_limit: room.selection_limit,
      photo_count: rows.length,
    },
    photos: rows.map(present),
    panels: line && forReader(line),
    selection: presentSelection(
      room,
      rows.filter(({ picked, comment }) => picked === 1 || comment !== ""),
    ),
  };
}

export async function countOpening(deps: Deps, { room }: Visit): Promise<void> {
  // On a full disk a visitor can still look.
  if (!deps.database.isReadOnly) await queries.countOpening(deps.db, room.id, deps.now().toISOString());
}

export const showsPicture = ({ db }: Deps, { room }: Visit, internalId: string): Promise<boolean> =>
  queries.showsPicture(db, room.id, internalId);

export async function readSelection({ db }: Deps, { room }: Visit): Promise<VisitorSelection> {
  return presentSelection(room, await queries.findMarkedPhotos(db, room.id));
}

type Choice = { picked?: boolean | undefined; comment?: string | undefined; comment_before?: string | undefined };

/** A field that is missing keeps its value. One writer per room at a time, so that no choice is lost or one too many. */
export async function pickPhoto(deps: Deps, visit: Visit, photoId: PhotoId, choice: Choice): Promise<VisitorSelection> {
  return changeSelection(deps, visit, async (trx, room) => {
    const photo = await queries.findShownPhoto(trx, room.id, photoId);
    if (!photo) throw photoNotFound();
    const isPicked = choice.picked ?? photo.picked === 1;
    if (isPicked && photo.picked === 0) await requireFewer(trx, room, 1);
    const pick = { picked: isPicked ? 1 : 0, comment: commentAfter(choice, photo.comment) } as const;
    await queries.setPick(trx, room.id, photoId, pick);
  });
}

function commentAfter({ comment, comment_before: before }: Choice, now: string): string {
  if (comment === undefined) return now;
  if (before === undefined) return comment;
  const joined = joinComments({ before, mine: comment, theirs: now });
  if (joined.length <= TEXT_MAX_CHARS) return joined;
  throw invalid({ comment: ["Someone else has commented too, and both texts together are too long"] });
}

export async function sendSelection(
  deps: Deps,
  visit: Visit,
  { name, email, message }: BodyOf<typeof sendCall>,
): Promise<VisitorSelection> {
  return changeSelection(deps, visit, async (trx, room) => {
    await requireFewer(trx, room, 0);
    const sent_on = deps.now().toISOString();
    await queries.updateRoom(trx, room.id, {
      sent_on,
      sent_name: name,
      sent_email: email,
      sent_message: message,
      seen: 0,
      mail_at: firstAttempt(deps, sent_on),
      mail_attempts: 0,
      mailed_on: null,
    });
  });
}

type Change = (trx: Parameters<typeof queries.lockRoom>[0], room: RoomRow) => Promise<void>;

async function changeSelection(deps: Deps, { room, token }: Visit, change: Change): Promise<VisitorSelection> {
  await transaction(deps.db, async (trx) => {
    const locked = await queries.lockRoom(trx, room.id);
    if (!locked) throw notFound();
    if (locked.sent_on !== null) throw conflict("This selection was sent and can no longer be changed");
    if (locked.selection === 0) throw notAllowed("Photos cannot be chosen in this room");
    await change(trx, locked);
  });
  const changed = await queries.findRoom(deps.db, room.id);
  if (!changed) throw notFound();
  return readSelection(deps, { room: changed, token });
}

/** `more` photos must fit below the limit. */
async function requireFewer(trx: Deps["db"], { id, selection_limit }: RoomRow, more: number): Promise<void> {
  if (selection_limit === null || (await queries.countPicks(trx, id)) + more <= selection_limit) return;
  throw conflict(`You can choose at most ${selection_limit} ${selection_limit === 1 ? "photo" : "photos"}`);
}

type Marked = { id: PhotoId; picked: 0 | 1; comment: string };

function presentSelection(room: RoomRow, marked: Marked[]): VisitorSelection {
  return {
    state: selectionState(room),
    limit: room.selection_limit,
    picks_count: marked.filter(({ picked }) => picked === 1).length,
    picks: marked.map(({ id, picked, comment }) => ({ photo_id: id, picked: picked === 1, comment })),
    name: room.sent_name,
    sent_on: room.sent_on,
  };
}

/** Only a room that offers originals has a URL for them. */
function presentRoomPhoto(row: ApiRow, base: string, hasOriginal: boolean): RoomPhoto {
  const photo = presentPhotoAt(row, (path) => path.replace("/images", base));
  if (hasOriginal) return photo;
  const { original: _url, ...image_urls } = photo.image_urls;
  return { ...photo, image_urls, images: { thumbnail: photo.images.thumbnail } };
}
