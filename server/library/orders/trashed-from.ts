import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoRow } from "../../db/schema.ts";

/** Where a photo was when it was moved to the trash: its albums, home first, and its positions in the collections. */
export type TrashedFrom = Pick<PhotoRow, "favorite_position" | "featured_position" | "quick_position"> & {
  albums: { id: AlbumId; position: number }[];
};

const NOWHERE: TrashedFrom = { albums: [], favorite_position: null, featured_position: null, quick_position: null };

export const writeTrashedFrom = (from: TrashedFrom): string => JSON.stringify(from);

/** Of a photo that is not in the trash: nowhere. */
export const readTrashedFrom = (trashed_from: string | null): TrashedFrom =>
  // Only writeTrashedFrom writes it.
  trashed_from === null ? NOWHERE : { ...NOWHERE, ...(JSON.parse(trashed_from) as TrashedFrom) };
