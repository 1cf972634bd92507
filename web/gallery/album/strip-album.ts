import type { PhotoSet } from "../../../contract/pages.ts";

/** A viewing room belongs to no category. */
export type StripAlbum = PhotoSet & { category?: string };
