import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomSelection, RoomVoice, VoicePick } from "../../../contract/room-marks.ts";
import type { RoomMarkRow, RoomPinRow, RoomRow, RoomSelectionRow } from "../../db/room-table.ts";
import type { Db } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import * as queries from "./room-marks.queries.ts";
import { findNames, type RoomInRound } from "./room-photos.queries.ts";
import { linkOf } from "./room-voices.ts";

/** The photos that are marked in any way, in the room's order. */
export async function readPicks(db: Db, room: RoomInRound, selectionId?: number): Promise<Map<number, VoicePick[]>> {
  const pins = Map.groupBy(await queries.findPins(db, room, selectionId), pinned);
  const bySelection = Map.groupBy(await queries.findMarks(db, room, selectionId), (mark) => mark.selection_id);
  const present = (mark: RoomMarkRow) => presentPick(mark, pins.get(pinned(mark)) ?? []);
  return new Map([...bySelection].map(([id, marks]) => [id, marks.map(present).filter(isMarked)]));
}

const pinned = ({ selection_id, photo_id }: Pick<RoomMarkRow, "selection_id" | "photo_id">) =>
  `${selection_id}/${photo_id}`;

function presentPick(mark: RoomMarkRow, pins: readonly RoomPinRow[]): VoicePick {
  const { photo_id, picked, comment, label, rating, verdict } = mark;
  const places = pins.map(({ id, x, y, text }) => ({ id, x, y, text }));
  return { photo_id, picked: picked === 1, comment, label, rating, verdict, pins: places };
}

const isMarked = ({ picked, comment, label, rating, verdict, pins }: VoicePick) =>
  picked || comment !== "" || label !== null || rating > 0 || verdict !== null || pins.length > 0;

export const selectionState = (
  { selection }: Pick<RoomRow, "selection">,
  sent: Pick<RoomSelectionRow, "sent_on"> | undefined,
) => {
  if (sent && sent.sent_on !== null) return "sent";
  return selection === 1 ? "open" : "none";
};

/** Everyone who may mark photos in this round, and those who did. */
export async function readVoices(deps: Deps, room: RoomRow): Promise<RoomVoice[]> {
  const { db } = deps;
  const voices = await queries.findVoices(db, room.id, room.voices);
  const selections = new Map((await queries.findSelections(db, room)).map((each) => [each.voice_id, each]));
  const picks = await readPicks(db, room);
  return voices.map((voice) => {
    const selection = selections.get(voice.id);
    return {
      id: voice.id,
      name: voice.name || selection?.name || "",
      email: voice.email || selection?.email || "",
      url: linkOf(deps, room, voice),
      state: selectionState(room, selection),
      sent_on: selection?.sent_on ?? null,
      message: selection?.message ?? "",
      picks: (selection && picks.get(selection.id)) ?? [],
    };
  });
}

/** What all of them chose: in a room with one voice, what that voice did. */
export async function readSelection({ db }: Deps, room: RoomRow, voices: readonly RoomVoice[]): Promise<RoomSelection> {
  const sent = voices.filter(({ state }) => state === "sent");
  const isSent = sent.length > 0 && sent.length === voices.length;
  const said = (text: (voice: RoomVoice) => string) => [...new Set(sent.map(text).filter(Boolean))].join(", ");
  const names = await findNames(db, room);
  const byPhoto = marksByPhoto(voices);
  const list = (isPicked: boolean) =>
    names.flatMap(({ id, source_filename }) => {
      const marks = byPhoto.get(id) ?? [];
      if (marks.some(({ pick }) => pick.picked) !== isPicked) return [];
      const comment = joinedComment(marks);
      return isPicked || comment !== "" ? [{ photo_id: id, filename: source_filename, comment }] : [];
    });
  return {
    state: isSent ? "sent" : room.selection === 1 ? "open" : "none",
    name: said(({ name }) => name),
    email: said(({ email }) => email),
    message: said(({ message }) => message),
    sent_on: isSent
      ? (sent
          .map(({ sent_on }) => sent_on)
          .sort()
          .at(-1) ?? null)
      : null,
    picks: list(true),
    other_comments: list(false),
  };
}

export type VoiceMark = { name: string; pick: VoicePick };

export const marksByPhoto = (voices: readonly RoomVoice[]): Map<PhotoId, VoiceMark[]> =>
  Map.groupBy(
    voices.flatMap(({ name, picks }) => picks.map((pick) => ({ name, pick }))),
    ({ pick }) => pick.photo_id,
  );

/** Where several have written, with their names. */
export function joinedComment(marks: readonly VoiceMark[]): string {
  const written = marks.filter(({ pick }) => pick.comment !== "" || pick.pins.length > 0);
  const textOf = ({ pick }: VoiceMark) =>
    [pick.comment, ...pick.pins.map(({ text }) => text)].filter(Boolean).join("\n");
  if (written.length === 1 && written[0]) return textOf(written[0]);
  return written.map((mark) => (mark.name === "" ? textOf(mark) : `${mark.name}: ${textOf(mark)}`)).join("\n\n");
}
