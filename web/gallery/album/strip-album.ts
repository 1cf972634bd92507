import type { Category } from "../../../contract/limits.ts";
import type { PhotoSet } from "../../../contract/pages.ts";

/** A viewing room belongs to no category. */
export type StripAlbum = PhotoSet & { category?: Category };
