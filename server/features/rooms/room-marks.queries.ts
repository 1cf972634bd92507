import type { Insertable, Transaction, Updateable } from "kysely";
import type { Verdict } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { PinId, VoiceId } from "../../../contract/room-marks.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import type { RoomMarkRow, RoomPinRow, RoomSelectionRow, RoomVoiceRow } from "../../db/room-table.ts";
import type { Db, Schema } from "../../db/schema.ts";
import { statement } from "../../db/statement.ts";
import type { RoomInRound } from "./room-photos.queries.ts";

/** Of a shared room, the voice of everyone; of others, those with a name. */
export const findVoices = (db: Db, roomId: RoomId, voices: "shared" | "named"): Promise<RoomVoiceRow[]> =>
  (voices === "shared" ? sharedVoices : namedVoices)(db, roomId);

const sharedVoices = statement((db, roomId: RoomId) => selectVoices(db, roomId).where("key_hash", "is", null));
const namedVoices = statement((db, roomId: RoomId) => selectVoices(db, roomId).where("key_hash", "is not", null));

export async function findVoiceByKey(db: Db, roomId: RoomId, keyHash: string): Promise<RoomVoiceRow | undefined> {
  return (await voicesByKey(db, roomId, keyHash))[0];
}

const voicesByKey = statement((db, roomId: RoomId, keyHash: string) =>
  selectVoices(db, roomId).where("key_hash", "=", keyHash),
);

function selectVoices(db: Db, roomId: RoomId) {
  return db.selectFrom("room_voice").selectAll().where("room_id", "=", roomId).orderBy("id");
}

export function insertVoice(db: Db, voice: Insertable<Schema["room_voice"]>): Promise<RoomVoiceRow> {
  return db.insertInto("room_voice").values(voice).returningAll().executeTakeFirstOrThrow();
}

export function updateVoice(db: Db, id: VoiceId, columns: Updateable<Schema["room_voice"]>) {
  return db.updateTable("room_voice").set(columns).where("id", "=", id).execute();
}

export function deleteVoice(db: Db, roomId: RoomId, id: VoiceId) {
  return db
    .deleteFrom("room_voice")
    .where("room_id", "=", roomId)
    .where("id", "=", id)
    .where("key_hash", "is not", null)
    .returning("id")
    .executeTakeFirst();
}

/** Everyone whose email address is known is told of a new round. */
export function inviteToRound(db: Db, roomId: RoomId, mail_at: string | null) {
  return db
    .updateTable("room_voice")
    .set({ mail_at, mail_attempts: 0, mailed_on: null })
    .where("room_id", "=", roomId)
    .where("email", "<>", "")
    .execute();
}

/** Voices whose time to be told of a new round has come, the oldest first. */
export function findDueInvitations(db: Db, now: string, limit: number): Promise<RoomVoiceRow[]> {
  return db.selectFrom("room_voice").selectAll().where("mail_at", "<=", now).orderBy("mail_at").limit(limit).execute();
}

export async function findSelection(db: Db, voiceId: VoiceId, round: number): Promise<RoomSelectionRow | undefined> {
  return (await selectionsOfVoice(db, voiceId, round))[0];
}

const selectionsOfVoice = statement((db, voiceId: VoiceId, round: number) =>
  db.selectFrom("room_selection").selectAll().where("voice_id", "=", voiceId).where("round", "=", round),
);

export function findSelections(db: Db, { id, round }: RoomInRound): Promise<RoomSelectionRow[]> {
  return db
    .selectFrom("room_selection")
    .selectAll()
    .where("room_id", "=", id)
    .where("round", "=", round)
    .orderBy("id")
    .execute();
}

/** The caller holds the room. */
export function insertSelection(trx: Transaction<Schema>, { id, round }: RoomInRound, voiceId: VoiceId) {
  return trx
    .insertInto("room_selection")
    .values({ room_id: id, voice_id: voiceId, round })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateSelection(db: Db, id: number, columns: Updateable<Schema["room_selection"]>) {
  return db.updateTable("room_selection").set(columns).where("id", "=", id).execute();
}

export function reopenSelections(db: Db, { id, round }: RoomInRound, voiceId: VoiceId | undefined) {
  return db
    .updateTable("room_selection")
    .set({ sent_on: null, seen: 0, mail_at: null })
    .where("room_id", "=", id)
    .where("round", "=", round)
    .$if(voiceId !== undefined, (query) => query.where("voice_id", "=", voiceId as VoiceId))
    .execute();
}

export function markSeen(db: Db, roomId: RoomId) {
  return db.updateTable("room_selection").set({ seen: 1 }).where("room_id", "=", roomId).execute();
}

/** Selections whose time to be mailed has come, the oldest first. */
export function findDueSelections(db: Db, now: string, limit: number) {
  return db
    .selectFrom("room_selection")
    .innerJoin("room", "room.id", "room_selection.room_id")
    .selectAll("room_selection")
    .select(["room.title", "room.round as room_round"])
    .where("room_selection.mail_at", "<=", now)
    .orderBy("room_selection.mail_at")
    .limit(limit)
    .execute();
}

export async function countNews(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("room_selection")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("sent_on", "is not", null)
    .where("seen", "=", 0)
    .executeTakeFirstOrThrow();
  return count;
}

/** In this round's order of photos, without those in the trash. */
function selectMarks(db: Db, { id, round }: RoomInRound) {
  return db
    .selectFrom("room_mark")
    .innerJoin("room_selection", "room_selection.id", "room_mark.selection_id")
    .innerJoin("room_photo", (join) =>
      join
        .onRef("room_photo.photo_id", "=", "room_mark.photo_id")
        .onRef("room_photo.room_id", "=", "room_selection.room_id")
        .onRef("room_photo.round", "=", "room_selection.round"),
    )
    .innerJoin("photo", "photo.id", "room_mark.photo_id")
    .where("room_selection.room_id", "=", id)
    .where("room_selection.round", "=", round)
    .where("photo.deleted_at", "is", null);
}

/** Of all voices, or of one selection. */
export const findMarks = (db: Db, { id, round }: RoomInRound, selectionId?: number): Promise<RoomMarkRow[]> =>
  selectionId === undefined ? allMarks(db, id, round) : marksOfSelection(db, id, round, selectionId);

const selectWholeMarks = (db: Db, room: RoomInRound) =>
  selectMarks(db, room).selectAll("room_mark").orderBy("room_photo.position").orderBy("room_mark.id");
const allMarks = statement((db, id: RoomId, round: number) => selectWholeMarks(db, { id, round }));
const marksOfSelection = statement((db, id: RoomId, round: number, selectionId: number) =>
  selectWholeMarks(db, { id, round }).where("room_mark.selection_id", "=", selectionId),
);

export async function countPicks(db: Db, room: RoomInRound, selectionId: number): Promise<number> {
  const { count } = await selectMarks(db, room)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("room_mark.selection_id", "=", selectionId)
    .where("room_mark.picked", "=", 1)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countVerdicts(db: Db, selectionId: number): Promise<Record<Verdict, number>> {
  const rows = await db
    .selectFrom("room_mark")
    .select(({ fn }) => ["verdict", fn.countAll<number>().as("count")])
    .where("selection_id", "=", selectionId)
    .where("verdict", "is not", null)
    .groupBy("verdict")
    .execute();
  const countOf = (verdict: Verdict) => rows.find((row) => row.verdict === verdict)?.count ?? 0;
  return { approved: countOf("approved"), changes: countOf("changes") };
}

export async function findPickedIds(db: Db, room: RoomInRound): Promise<PhotoId[]> {
  const rows = await selectMarks(db, room)
    .select(["room_mark.photo_id", "room_photo.position"])
    .distinct()
    .where("room_mark.picked", "=", 1)
    .orderBy("room_photo.position")
    .execute();
  return rows.map(({ photo_id }) => photo_id);
}

/** Whether any voice has marked anything, in any round. */
export async function hasMarks(db: Db, roomId: RoomId): Promise<boolean> {
  const row = await db
    .selectFrom("room_selection")
    .select("id")
    .where("room_id", "=", roomId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function findMark(db: Db, selectionId: number, photoId: PhotoId): Promise<RoomMarkRow | undefined> {
  return db
    .selectFrom("room_mark")
    .selectAll()
    .where("selection_id", "=", selectionId)
    .where("photo_id", "=", photoId)
    .executeTakeFirst();
}

export function setMark(db: Db, { id: _id, ...mark }: Omit<RoomMarkRow, "id"> & { id?: number }) {
  const { selection_id: _selection, photo_id: _photo, ...fields } = mark;
  return db
    .insertInto("room_mark")
    .values(mark)
    .onConflict((conflict) => conflict.columns(["selection_id", "photo_id"]).doUpdateSet(fields))
    .execute();
}

export const findPins = (db: Db, { id, round }: RoomInRound, selectionId?: number): Promise<RoomPinRow[]> =>
  selectionId === undefined ? allPins(db, id, round) : pinsOfSelection(db, id, round, selectionId);

function selectPins(db: Db, { id, round }: RoomInRound) {
  return db
    .selectFrom("room_pin")
    .innerJoin("room_selection", "room_selection.id", "room_pin.selection_id")
    .selectAll("room_pin")
    .where("room_selection.room_id", "=", id)
    .where("room_selection.round", "=", round)
    .orderBy("room_pin.id");
}
const allPins = statement((db, id: RoomId, round: number) => selectPins(db, { id, round }));
const pinsOfSelection = statement((db, id: RoomId, round: number, selectionId: number) =>
  selectPins(db, { id, round }).where("room_pin.selection_id", "=", selectionId),
);

export async function countPins(db: Db, selectionId: number, photoId: PhotoId): Promise<number> {
  const { count } = await db
    .selectFrom("room_pin")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("selection_id", "=", selectionId)
    .where("photo_id", "=", photoId)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertPin(db: Db, pin: Insertable<Schema["room_pin"]>) {
  return db.insertInto("room_pin").values(pin).execute();
}

export function deletePin(db: Db, selectionId: number, photoId: PhotoId, id: PinId) {
  return db
    .deleteFrom("room_pin")
    .where("selection_id", "=", selectionId)
    .where("photo_id", "=", photoId)
    .where("id", "=", id)
    .execute();
}
