import type { AlbumId } from "../../../contract/album-id.ts";
import type { PictureSize, SitePictureKind } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { PageId } from "../../../contract/written-pages.ts";
import type { PhotoGroup } from "../../db/schema.ts";
import type { PositionColumn } from "../../library/orders/positions.queries.ts";

export type Finding =
  | { kind: "original-missing" | "original-changed" | "former-file-missing"; photo_id: PhotoId; key: string }
  | { kind: "variant-missing" | "variant-changed"; photo_id: PhotoId; size: PictureSize; key: string }
  | { kind: "original-without-photo" | "variant-without-photo"; key: string }
  | { kind: "upload-part-missing"; upload_id: string; key: string }
  | { kind: "orphaned-upload-part" | "room-picture-without-room"; key: string }
  | { kind: "order-broken"; list: BrokenList }
  | { kind: "count-wrong"; place: PhotoGroup }
  | { kind: "albums-differ"; photo_id: PhotoId }
  | { kind: "cover-elsewhere"; album_id: AlbumId; photo_id: PhotoId }
  | { kind: "line-broken"; album_id: AlbumId }
  | { kind: "page-broken"; page_id: PageId }
  | { kind: "category-missing"; key: string }
  | { kind: "address-idle"; address: string }
  | { kind: "site-picture-missing"; picture: SitePictureKind }
  | { kind: "owner-wrong"; folder: string; owner: string; count: number; first: string }
  | { kind: "schema-foreign" | "schema-changed"; type: SchemaPart; name: string; table: string }
  | { kind: "delete-unfinished"; count: number }
  | { kind: "room-link-sealed"; count: number; first: string }
  | { kind: "inbox-unusable"; folder: string; problem: string }
  | { kind: "inbox-refused"; folder: string; count: number }
  | { kind: "work-left-open"; count: number };

/** What a database may run or show by itself. */
export type SchemaPart = "trigger" | "view" | "rule";

export type BrokenList = {
  column: PositionColumn;
  scope: { album_id?: number; category?: string };
};

export type CheckProgress = { photos: number; files: number };
