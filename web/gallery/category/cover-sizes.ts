import type { ShownPhoto } from "../../../contract/pages.ts";
import { coverSizes } from "../picture/picture-sizes.ts";

/** 3:2 in a 300 px column, or the whole width of a phone: AlbumGrid.module.css says the same. */
export function coverSizesInGrid(photo: ShownPhoto): string {
  return `(max-width: 641px) ${coverSizes(photo, "100vw", "67vw")}, ${coverSizes(photo, "300px", "200px")}`;
}
