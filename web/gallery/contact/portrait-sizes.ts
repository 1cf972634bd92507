import type { ShownPhoto } from "../../../contract/pages.ts";
import { coverSizes } from "../picture/picture-sizes.ts";

/** 4:5, as high as the page or as wide as a phone: ContactPage.module.css says the same. */
export function portraitSizes(photo: ShownPhoto): string {
  return `(max-width: 768px) ${coverSizes(photo, "100vw", "125vw")}, ${coverSizes(photo, "42vw", "52vw")}`;
}
