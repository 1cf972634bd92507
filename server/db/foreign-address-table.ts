import type { Generated, Insertable } from "kysely";
import type { AlbumId } from "../../contract/album-id.ts";
import type { PhotoId } from "../../contract/photos.ts";

/** What an address of another site leads to: one of the three is set. */
export type ForeignAddressTable = {
  id: Generated<number>;
  /** As `addressKey` spells it. */
  address: string;
  album_id: AlbumId | null;
  category_id: number | null;
  photo_id: PhotoId | null;
};

export type NewForeignAddress = Insertable<ForeignAddressTable>;
