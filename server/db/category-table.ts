import type { Generated, Selectable } from "kysely";
import type { AlbumId } from "../../contract/album-id.ts";
import type { PhotoId } from "../../contract/photos.ts";

/** Albums name their category by its key, photos by the key in upper case. */
export type CategoryTable = {
  id: Generated<number>;
  key: string;
  name: string;
  /** Dense from 0. */
  position: number;
  hidden: Generated<0 | 1>;
  description: Generated<string>;
  /** The owner's choice; ignored while visitors cannot see that photo. */
  cover_photo_id: Generated<PhotoId | null>;
};

/** A key that a category had. Its page leads to the category's current one. */
export type FormerKeyTable = { id: Generated<number>; key: string; category_id: number };

/** A URL that an album had. The page there leads to the album's current one. */
export type FormerAddressTable = { id: Generated<number>; category: string; slug: string; album_id: AlbumId };

export type CategoryRow = Selectable<CategoryTable>;
