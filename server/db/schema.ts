import type { Generated, Insertable, Kysely, Selectable } from "kysely";
import type { AlbumId } from "../../contract/album-id.ts";
import type { AlbumLayout, AlbumStatus, License, PictureSize } from "../../contract/limits.ts";
import type { PhotoId } from "../../contract/photos.ts";
import type { RateLimitTables } from "../platform/http/rate-limit.ts";
import type { JobTables } from "../platform/jobs/jobs.ts";
import type { AccessTokenTable } from "./access-token-table.ts";
import type { BatchItemTable, BatchRunTable } from "./batch-table.ts";
import type { CategoryTable, FormerAddressTable, FormerKeyTable } from "./category-table.ts";
import type { ForeignAddressTable } from "./foreign-address-table.ts";
import type { MailColumns } from "./mail-columns.ts";
import type { MessageTable } from "./message-table.ts";
import type { RoomTables } from "./room-table.ts";
import type { SitePictureTable } from "./site-picture-table.ts";
import type { VersionTable } from "./version-table.ts";
import type { WrittenPageTables } from "./written-page-table.ts";

/** Portable columns: booleans 0/1, times as ISO text, JSON as text. */
export type Schema = {
  user: UserTable;
  token: TokenTable;
  access_token: AccessTokenTable;
  device: DeviceTable;
  passkey: PasskeyTable;
  challenge: ChallengeTable;
  album: AlbumTable;
  album_version: VersionTable;
  former_address: FormerAddressTable;
  category: CategoryTable;
  former_key: FormerKeyTable;
  foreign_address: ForeignAddressTable;
  photo: PhotoTable;
  album_photo: AlbumPhotoTable;
  photo_count: PhotoCountTable;
  variant: VariantTable;
  storage_intent: StorageIntentTable;
  upload: UploadTable;
  batch_run: BatchRunTable;
  batch_item: BatchItemTable;
  audit_log: ActivityTable;
  setting: SettingTable;
  message: MessageTable;
  site_picture: SitePictureTable;
} & RoomTables &
  WrittenPageTables &
  JobTables &
  RateLimitTables;

export type Db = Kysely<Schema>;

type UserTable = {
  id: Generated<number>;
  name: string;
  email: string;
  /** Null until the admin has set it. */
  password_hash: string | null;
  is_admin: 0 | 1;
  role: string;
  created_at: string;
};

type DeviceTable = {
  /** SHA-256 of the device's cookie, in hex. */
  hash: string;
  user_id: number;
  created_at: string;
  last_used_at: string;
};

type TokenTable = {
  id: Generated<number>;
  /** SHA-256 of the token, in hex: the token itself is stored nowhere. */
  hash: string;
  user_id: number;
  created_at: string;
  last_used_at: string;
  /** Where it was last used from. Empty for sessions from before this was recorded. */
  address: Generated<string>;
  /** The browser's user agent when it signed in. */
  agent: Generated<string>;
  /** The passkey that it began with, or that confirmed it since: it ends with it. */
  passkey_id: Generated<number | null>;
};

type PasskeyTable = {
  id: Generated<number>;
  user_id: number;
  /** By which the browser names it, in base64url. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** How often it was used, as it counts itself; 0 where it does not count. */
  counter: number;
  /** JSON list: how it can be reached, such as "usb" or "internal". */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: Generated<string | null>;
};

/** Given out for a passkey to sign, and deleted when it comes back. */
type ChallengeTable = { hash: string; purpose: string; expires_at: string };

type AlbumTable = {
  id: Generated<AlbumId>;
  slug: string;
  title: string;
  description: string;
  category: string;
  /** Dense from 0 within the category. */
  position: number;
  /** Dense from 0 over all featured albums; null: not featured. */
  featured_position: number | null;
  /** The owner's choice; ignored unless that photo is in the album. */
  cover_photo_id: PhotoId | null;
  created_at: string;
  /** For visitors a draft does not exist, nor do its photos. */
  status: Generated<AlbumStatus>;
  layout: Generated<AlbumLayout>;
  /** Until then, a public album is a draft. Null: it is public at once. */
  publish_on: Generated<string | null>;
  /** 1 until `publish_on` has come, which `publish-on.ts` notices. */
  held: Generated<0 | 1>;
  /** How often all links to it as a draft were ended; only those made since open. */
  draft_links_ended: Generated<number>;
};

type PhotoTable = {
  id: Generated<PhotoId>;
  internal_id: string;
  filename: string;
  /** The name of its first file, which no replacement changes. */
  source_filename: string;
  /** The document id in the XMP of its file, for programs that publish here. */
  document_id: Generated<string | null>;
  /** The storage key of the file as uploaded. */
  original_key: string;
  mime_type: string;
  sha256: string;
  title: string;
  caption: string;
  /** For people who cannot see the picture. */
  alt: Generated<string>;
  category: string;
  /** Its home: the first of its albums by rank in album_photo; null: it is in none. */
  album_id: AlbumId | null;
  license: License;
  visibility: 0 | 1;
  /** When it was trashed; null: it is not in the trash. A trashed photo has no album and no flags. */
  deleted_at: string | null;
  /** What restoring brings back: JSON of the albums, home first, and the positions in the collections. */
  trashed_from: string | null;
  /** JSON: where it was in each list that it has left, for undo and restore. */
  former_places: Generated<string>;
  tags: string;
  width: number;
  height: number;
  filesize: number;
  uploaded_on: string;
  captured_on: string | null;
  /** The camera's zone, where the file says it: "+02:00". */
  captured_zone: Generated<string | null>;
  file_modified_on: string | null;
  placeholder: string;
  exif: string;
  /** From exif, for finding; empty: the file names none. */
  camera: Generated<string>;
  lens: Generated<string>;
  /** The file has a gain map. */
  hdr: Generated<0 | 1>;
  creator: Generated<string | null>;
  copyright: string | null;
  /** Dense from 0 over each collection; null: not in it. */
  favorite_position: number | null;
  featured_position: number | null;
  quick_position: number | null;
  /** JSON of x and y, or null: see the contract. */
  focal_point: Generated<string | null>;
  /** JSON of the columns that describe a file (library/former-files.ts), for the one before the last replacement. */
  former_file: Generated<string | null>;
  /** When that file is deleted. */
  former_file_until: Generated<string | null>;
  /** Its page when feeds still named photos by their pages, for those that subscribers may know by it. */
  feed_path: Generated<string | null>;
  /** Part of image URLs: grows when the pictures are made again. */
  image_version: Generated<number>;
  variant_attempts: Generated<number>;
  variant_error: string | null;
  /** Lower case and without accents, for searching and sorting. Words have spaces around them. */
  search_text: string;
  title_key: string;
  captured_key: string;
};

/** A photo in an album. A photo can be in several; one in the trash is in none. */
type AlbumPhotoTable = {
  album_id: AlbumId;
  photo_id: PhotoId;
  /** Dense from 0 within the album. */
  position: number;
  /** The photo's albums in the order it joined them. The lowest is its home, `photo.album_id`. */
  rank: number;
  /** A copy of the photo's, maintained by a database trigger. */
  visibility: 0 | 1;
};

/** Maintained by database triggers. */
type PhotoCountTable = { place: PhotoGroup; count: number };
/** The stored word for an unassigned photo is "loose". */
export type PhotoGroup = "album" | "loose" | "trash";

/** A size that exists in storage, as JPEG and (except for `original`) as AVIF. */
type VariantTable = {
  photo_id: PhotoId;
  size: PictureSize;
  width: number;
  height: number;
  jpeg_bytes: number;
  avif_bytes: number | null;
  /** The JPEG with a gain map, of files that have one. */
  hdr_bytes: Generated<number | null>;
  /** When a visitor last requested it, to the hour. Null: made for everyone, and never evicted. */
  on_demand_at: Generated<string | null>;
};

/** Files that a crash would leave without a row (`put`), or that still have to be deleted (`delete`). */
type StorageIntentTable = {
  id: Generated<number>;
  kind: "put" | "delete";
  /** JSON list of storage keys. */
  keys: string;
  created_at: string;
};

/** A resumable upload: parts of a file in storage, and what became of it. */
type UploadTable = {
  id: string;
  filename: string;
  /** The album's slug. Empty for a new file of a photo. */
  album: string;
  file_modified_on: string | null;
  /** Who began it and from where, for the list of activity. */
  actor: string;
  address: string;
  length: number;
  received: number;
  /** JSON list of the names of its parts in storage, in order. */
  parts: string;
  state: "receiving" | "processing" | "done" | "failed";
  photo_id: PhotoId | null;
  duplicate_of: PhotoId | null;
  /** JSON: the error for the owner. */
  error: string | null;
  expires_at: string;
  /** Of the whole file, once it has arrived. */
  sha256: Generated<string | null>;
  /** The newest photo when it began, or 0: a later one with the same file was sent at the same time. */
  after_photo: Generated<number>;
  /** The photo whose file it replaces; null: it becomes a new photo. */
  replaces: Generated<PhotoId | null>;
};

/** Changes of the account are mailed as well. */
type ActivityTable = MailColumns & {
  id: Generated<number>;
  at: string;
  action: string;
  actor: string | null;
  address: string | null;
  /** JSON, without secrets. */
  detail: string;
};

type SettingTable = { key: string; value: string };

export type ActivityRow = Selectable<ActivityTable>;
export type UploadRow = Selectable<UploadTable>;
export type PhotoRow = Selectable<PhotoTable>;
export type NewPhotoRow = Insertable<PhotoTable>;
export type AlbumPhotoRow = Selectable<AlbumPhotoTable>;
export type VariantRow = Selectable<VariantTable>;
export type AlbumRow = Selectable<AlbumTable>;
export type NewAlbumRow = Insertable<AlbumTable>;
export type PasskeyRow = Selectable<PasskeyTable>;
export type UserRow = Selectable<UserTable>;
