import * as curation from "../../../contract/curation.ts";
import type { PhotoFilter } from "./photos.api.ts";

export const FLAGS = ["favorite", "featured", "quick_collection"] as const;
export type Flag = (typeof FLAGS)[number];

const curated = (flag: Flag): PhotoFilter => ({ [flag]: "1", deleted: "0", sort: "curated" });

/** The three collections of photos: which photos they hold, and what sets their order. */
export const COLLECTIONS = {
  favorite: { filter: curated("favorite"), reorder: curation.reorderFavorites },
  featured: { filter: curated("featured"), reorder: curation.reorderFeatured },
  quick_collection: { filter: curated("quick_collection"), reorder: curation.reorderQuickCollection },
};
export type Collection = (typeof COLLECTIONS)[Flag];
