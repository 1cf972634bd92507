import * as curation from "../../../contract/curation.ts";
import type { PhotoFilter } from "./library-cache.ts";

export const FLAGS = ["favorite", "featured", "quick_collection"] as const;
export type Flag = (typeof FLAGS)[number];

const curated = (flag: Flag): PhotoFilter => ({ [flag]: "1", deleted: "0", sort: "curated" });

/** The three photo collections: what they are called, which photos they hold, and the call that sets their order. */
export const COLLECTIONS = {
  favorite: { name: "Favorites", filter: curated("favorite"), reorder: curation.reorderFavorites },
  featured: { name: "Featured content", filter: curated("featured"), reorder: curation.reorderFeatured },
  quick_collection: {
    name: "the quick collection",
    filter: curated("quick_collection"),
    reorder: curation.reorderQuickCollection,
  },
};
export type Collection = (typeof COLLECTIONS)[Flag];
