import type { Generated, Insertable, Selectable } from "kysely";
import type { AlbumId } from "../../contract/album-id.ts";
import type { MarkLabel, RoomDownload, RoomEdge, RoomVoices, Verdict } from "../../contract/limits.ts";
import type { PhotoId } from "../../contract/photos.ts";
import type { PinId, VoiceId } from "../../contract/room-marks.ts";
import type { RoomId } from "../../contract/rooms.ts";
import type { MailColumns } from "./mail-columns.ts";

export type RoomTables = {
  room: RoomTable;
  room_photo: RoomPhotoTable;
  room_guess: RoomGuessTable;
  room_voice: RoomVoiceTable;
  room_selection: RoomSelectionTable;
  room_mark: RoomMarkTable;
  room_pin: RoomPinTable;
  room_round: RoomRoundTable;
  room_download: RoomDownloadTable;
  room_picture: RoomPictureTable;
};

/** A viewing room. */
type RoomTable = {
  id: Generated<RoomId>;
  title: string;
  message: string;
  /** The album it was made from. */
  album_id: AlbumId | null;
  /** SHA-256 of the link's token, in hex. */
  token_hash: string;
  /** The token, encrypted with a key that is not in the database, for the owner to copy the link again. */
  token_sealed: string;
  password_hash: string | null;
  /** Random. Every grant and every picture URL contains it, so that a new one ends them all. */
  epoch: string;
  expires_on: string | null;
  download: RoomDownload;
  selection: 0 | 1;
  selection_limit: number | null;
  closed: Generated<0 | 1>;
  /** Null while it is open. */
  closed_on: Generated<string | null>;
  opened_count: Generated<number>;
  last_opened_on: string | null;
  created_at: string;
  /** With the password that it has now. */
  wrong_passwords: Generated<number>;
  last_wrong_password_on: Generated<string | null>;
  voices: Generated<RoomVoices>;
  has_labels: Generated<0 | 1>;
  max_px: RoomEdge | null;
  watermark: string | null;
  welcome: Generated<string>;
  cover_photo_id: PhotoId | null;
  /** The current one, from 1. */
  round: Generated<number>;
};

/** A network from which someone has tried wrong passwords of a room since the last right one. */
type RoomGuessTable = {
  room_id: RoomId;
  /** An IPv4 address or the /64 of an IPv6 address; also the /24 or /48 around it. */
  network: string;
  failed: number;
  last_on: string;
  locked_until: string;
};

/** A photo of a room in one of its rounds. A photo in the trash keeps its row, but is not shown. */
type RoomPhotoTable = {
  id: Generated<number>;
  room_id: RoomId;
  photo_id: PhotoId;
  position: number;
  round: Generated<number>;
  /** Of the file that was shown in this round: when it began, and after each sending when it was sent. */
  sha256: string;
};

/** Someone who marks photos. A shared room has one without a key, for everyone who has the link. Mailed about new rounds. */
type RoomVoiceTable = MailColumns & {
  id: Generated<VoiceId>;
  room_id: RoomId;
  name: string;
  email: string;
  /** SHA-256 of the key in the voice's cookie and link, in hex. */
  key_hash: string | null;
  /** The key, encrypted like the token of the room's link. */
  key_sealed: string | null;
  created_at: string;
};

/** What a voice chose in one round. Mailed when it is sent. */
type RoomSelectionTable = MailColumns & {
  id: Generated<number>;
  room_id: RoomId;
  voice_id: VoiceId;
  round: number;
  /** Who sent it. */
  name: Generated<string>;
  email: Generated<string>;
  message: Generated<string>;
  /** Null: it can be changed. */
  sent_on: Generated<string | null>;
  /** Whether the owner has opened it since it was sent. */
  seen: Generated<0 | 1>;
};

type RoomMarkTable = {
  id: Generated<number>;
  selection_id: number;
  photo_id: PhotoId;
  picked: Generated<0 | 1>;
  comment: Generated<string>;
  label: MarkLabel | null;
  rating: Generated<number>;
  verdict: Verdict | null;
};

type RoomPinTable = {
  id: Generated<PinId>;
  selection_id: number;
  photo_id: PhotoId;
  x: number;
  y: number;
  text: string;
};

/** A round after the first. */
type RoomRoundTable = {
  id: Generated<number>;
  room_id: RoomId;
  number: number;
  message: string;
  started_on: string;
};

type RoomDownloadTable = {
  id: Generated<number>;
  room_id: RoomId;
  /** Of the voice; empty in a shared room. */
  name: string;
  size: string;
  photo_count: number;
  started_on: string;
  finished_on: string | null;
};

/** A file that was made for one room: a watermarked picture, one of a former file, or one for a download. */
type RoomPictureTable = {
  id: Generated<number>;
  room_id: RoomId | null;
  photo_id: PhotoId | null;
  /** Which picture of the photo. */
  name: string;
  /** What it was made of. */
  version: string;
  key: string;
  bytes: number;
  requested_on: string;
};

export type RoomVoiceRow = Selectable<RoomVoiceTable>;
export type RoomSelectionRow = Selectable<RoomSelectionTable>;
export type RoomMarkRow = Selectable<RoomMarkTable>;
export type RoomPinRow = Selectable<RoomPinTable>;
export type RoomPictureRow = Selectable<RoomPictureTable>;
export type RoomGuessRow = Selectable<RoomGuessTable>;
export type RoomRow = Selectable<RoomTable>;
export type NewRoomRow = Insertable<RoomTable>;
