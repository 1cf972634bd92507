import type { ShownPhoto } from "../../../contract/pages.ts";
import { hdrSrcSet } from "./picture-sizes.ts";

/** The picture with its gain map, for screens that can show it. First in its <picture>. */
export function HdrSource({ photo, sizes }: { photo: ShownPhoto; sizes: string }) {
  if (!photo.hdr) return null;
  return <source media="(dynamic-range: high)" type="image/jpeg" srcSet={hdrSrcSet(photo)} sizes={sizes} />;
}
