import type { Generated, Insertable, Selectable } from "kysely";
import type { AlbumId } from "../../contract/album-id.ts";
import type { RoomDownload } from "../../contract/limits.ts";
import type { PhotoId } from "../../contract/photos.ts";
import type { RoomId } from "../../contract/rooms.ts";
import type { MailColumns } from "./mail-columns.ts";

/** A viewing room, and the selection that a client sent in it. */
export type RoomTable = MailColumns & {
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
  /** When the selection was sent; null: it can be changed. */
  sent_on: string | null;
  sent_name: Generated<string>;
  sent_email: Generated<string>;
  sent_message: Generated<string>;
  /** Whether the owner has opened the selection that was sent. */
  seen: Generated<0 | 1>;
  created_at: string;
  /** With the password that it has now. */
  wrong_passwords: Generated<number>;
  last_wrong_password_on: Generated<string | null>;
};

/** A network from which someone has tried wrong passwords of a room since the last right one. */
export type RoomGuessTable = {
  room_id: RoomId;
  /** An IPv4 address or the /64 of an IPv6 address; also the /24 or /48 around it. */
  network: string;
  failed: number;
  last_on: string;
  locked_until: string;
};

/** A photo of a room, and what its visitors said about it. A photo in the trash keeps its row, but is not shown. */
export type RoomPhotoTable = {
  id: Generated<number>;
  room_id: RoomId;
  photo_id: PhotoId;
  position: number;
  picked: Generated<0 | 1>;
  comment: Generated<string>;
};

export type RoomGuessRow = Selectable<RoomGuessTable>;
export type RoomRow = Selectable<RoomTable>;
export type NewRoomRow = Insertable<RoomTable>;
