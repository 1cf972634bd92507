import type { Transaction } from "kysely";
import type { BodyOf } from "../../../contract/endpoint.ts";
import { PINS_MAX, TEXT_MAX_CHARS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { PinId, VisitorSelection } from "../../../contract/room-marks.ts";
import type {
  addPin as addPinCall,
  pickPhoto as pickCall,
  sendSelection as sendCall,
} from "../../../contract/room-visits.ts";
import { transaction } from "../../db/connect.ts";
import type { RoomRow, RoomSelectionRow } from "../../db/room-table.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, nameRequired, notAllowed, notFound, photoNotFound } from "../../errors.ts";
import { firstAttempt } from "../../library/outbox.ts";
import { joinComments } from "./join-comments.ts";
import type { Visit } from "./room-access.ts";
import * as queries from "./room-marks.queries.ts";
import { readPicks, selectionState } from "./room-marks.ts";
import { noteFiles, showsPhoto } from "./room-photos.queries.ts";
import { findRoom, lockRoom } from "./rooms.queries.ts";

/** Of this visitor's voice alone. Nothing yet where the visitor has none. */
export async function readSelection({ db }: Deps, { room, voice }: Visit): Promise<VisitorSelection> {
  const selection = voice && (await queries.findSelection(db, voice.id, room.round));
  const picks = selection ? ((await readPicks(db, room, selection.id)).get(selection.id) ?? []) : [];
  return {
    state: selectionState(room, selection),
    limit: room.selection_limit,
    picks_count: picks.filter(({ picked }) => picked).length,
    picks,
    name: selection?.name ?? "",
    sent_on: selection?.sent_on ?? null,
    round: room.round,
  };
}

type Choice = BodyOf<typeof pickCall>;

/** A field that is missing keeps its value. One writer per room at a time, so that no choice is lost or one too many. */
export async function pickPhoto(
  deps: Deps,
  visit: Visit,
  photo_id: PhotoId,
  choice: Choice,
): Promise<VisitorSelection> {
  return changeSelection(deps, visit, async (trx, { room, selection }) => {
    if (!(await showsPhoto(trx, room, photo_id))) throw photoNotFound();
    if (choice.verdict !== undefined && room.round === 1)
      throw conflict("There is nothing to approve in the first round");
    const before = (await queries.findMark(trx, selection.id, photo_id)) ?? unmarked(selection, photo_id);
    const { comment_before: _before, picked = before.picked === 1, ...fields } = choice;
    if (picked && before.picked === 0) await requireFewer(trx, room, selection, 1);
    const comment = commentAfter(choice, before.comment);
    await queries.setMark(trx, { ...before, ...fields, picked: picked ? 1 : 0, comment });
  });
}

const unmarked = ({ id }: RoomSelectionRow, photo_id: PhotoId) =>
  ({ selection_id: id, photo_id, picked: 0, comment: "", label: null, rating: 0, verdict: null }) as const;

function commentAfter({ comment, comment_before: before }: Choice, now: string): string {
  if (comment === undefined) return now;
  if (before === undefined) return comment;
  const joined = joinComments({ before, mine: comment, theirs: now });
  if (joined.length <= TEXT_MAX_CHARS) return joined;
  throw invalid({ comment: ["Someone else has commented too, and both texts together are too long"] });
}

export async function addPin(
  deps: Deps,
  visit: Visit,
  photo_id: PhotoId,
  pin: BodyOf<typeof addPinCall>,
): Promise<VisitorSelection> {
  return changeSelection(deps, visit, async (trx, { room, selection }) => {
    if (!(await showsPhoto(trx, room, photo_id))) throw photoNotFound();
    if ((await queries.countPins(trx, selection.id, photo_id)) >= PINS_MAX) {
      throw conflict(`A photo can have at most ${PINS_MAX} pins`);
    }
    const mark = await queries.findMark(trx, selection.id, photo_id);
    if (!mark) await queries.setMark(trx, unmarked(selection, photo_id));
    await queries.insertPin(trx, { selection_id: selection.id, photo_id, ...pin });
  });
}

/** One that is gone already is no failure. */
export async function deletePin(deps: Deps, visit: Visit, photoId: PhotoId, id: PinId): Promise<VisitorSelection> {
  return changeSelection(deps, visit, async (trx, { selection }) => {
    await queries.deletePin(trx, selection.id, photoId, id);
  });
}

export async function sendSelection(
  deps: Deps,
  visit: Visit,
  { name, email, message }: BodyOf<typeof sendCall>,
): Promise<VisitorSelection> {
  return changeSelection(deps, visit, async (trx, { room, selection, voice }) => {
    await requireFewer(trx, room, selection, 0);
    const sent_on = deps.now().toISOString();
    await queries.updateSelection(trx, selection.id, {
      sent_on,
      name: voice.name || name,
      email: email || voice.email,
      message,
      seen: 0,
      mail_at: firstAttempt(deps, sent_on),
      mail_attempts: 0,
      mailed_on: null,
    });
    // Where the next round is announced.
    if (email !== "") await queries.updateVoice(trx, voice.id, { email });
    await noteFiles(trx, room);
  });
}

type Held = { room: RoomRow; selection: RoomSelectionRow; voice: NonNullable<Visit["voice"]> };
type Change = (trx: Transaction<Schema>, held: Held) => Promise<void>;

async function changeSelection(deps: Deps, { room, token, voice }: Visit, change: Change): Promise<VisitorSelection> {
  await transaction(deps.db, async (trx) => {
    const locked = await lockRoom(trx, room.id);
    if (!locked) throw notFound();
    if (!voice) throw nameRequired();
    const known = await queries.findSelection(trx, voice.id, locked.round);
    if (known && known.sent_on !== null) throw conflict("This selection was sent and can no longer be changed");
    if (locked.selection === 0) throw notAllowed("Photos cannot be chosen in this room");
    const selection = known ?? (await queries.insertSelection(trx, locked, voice.id));
    await change(trx, { room: locked, selection, voice });
  });
  const changed = await findRoom(deps.db, room.id);
  if (!changed) throw notFound();
  return readSelection(deps, { room: changed, token, voice });
}

/** `more` photos must fit below the limit. */
async function requireFewer(
  trx: Transaction<Schema>,
  room: RoomRow,
  { id }: RoomSelectionRow,
  more: number,
): Promise<void> {
  const { selection_limit } = room;
  if (selection_limit === null || (await queries.countPicks(trx, room, id)) + more <= selection_limit) return;
  throw conflict(`You can choose at most ${selection_limit} ${selection_limit === 1 ? "photo" : "photos"}`);
}
