import type { PhotoSet } from "../../../contract/pages.ts";

/** A viewing room belongs to no category. */
export type StripAlbum = PhotoSet & { category?: string };

/** Where "Skip the photos" leads. */
export const STRIP_END = "after-the-photos";
