import { VARIANT_EDGE_PX } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { type PictureFormat, picturePath } from "../../../contract/paths.ts";

type Uncropped = "medium" | "large";

/** `thumb` is a square crop, so it cannot stand in for the whole picture. */
export function srcSet(photo: ShownPhoto, format: PictureFormat): string {
  const medium = variantWidth(photo, "medium");
  const large = variantWidth(photo, "large");
  const candidates = [`${picturePath(photo, "medium", format)} ${medium}w`];
  if (large > medium) candidates.push(`${picturePath(photo, "large", format)} ${large}w`);
  return candidates.join(", ");
}

function variantWidth(photo: ShownPhoto, variant: Uncropped): number {
  const shrink = Math.min(1, VARIANT_EDGE_PX[variant] / Math.max(photo.width, photo.height));
  return Math.max(1, Math.round(photo.width * shrink));
}

/** How wide a photo is in the strip, whose height rules: PhotoBox.module.css and Strip.module.css say the same. */
export function stripSizes(photo: ShownPhoto): string {
  const widthAtStripHeight = `${round(aspectOf(photo) * 85)}vh`;
  return `(max-width: 768px) min(100vw - 32px, ${widthAtStripHeight}), min(${photo.width}px, 100vw - 80px, ${widthAtStripHeight})`;
}

/** How wide a photo must be to cover a box: as wide as the box, or wider where the box is taller than the photo. */
export function coverSizes(photo: ShownPhoto, boxWidth: string, boxHeight: string): string {
  return `max(${boxWidth}, ${round(aspectOf(photo))} * ${boxHeight})`;
}

const aspectOf = (photo: ShownPhoto) => photo.width / photo.height;
const round = (value: number) => Math.round(value * 1000) / 1000;
