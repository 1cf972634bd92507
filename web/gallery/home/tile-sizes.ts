import type { ShownPhoto } from "../../../contract/pages.ts";
import { coverSizes } from "../picture/picture-sizes.ts";

/** Three tall tiles side by side, or stacked 4:3: HomePage.module.css says the same. */
export function tileSizes(photo: ShownPhoto): string {
  return `(max-width: 768px) ${coverSizes(photo, "100vw", "75vw")}, ${coverSizes(photo, "34vw", "(100vh - 144px)")}`;
}
