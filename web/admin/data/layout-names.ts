import type { AlbumLayout } from "../../../contract/limits.ts";

export const LAYOUT_NAMES: Record<AlbumLayout, string> = {
  strip: "Strip, from left to right",
  scroll: "Scroll, one below the other",
  grid: "Grid, in even rows",
};
