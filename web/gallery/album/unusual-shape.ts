import type { ShownPhoto } from "../../../contract/pages.ts";

/** Photos that the style sheets treat differently from an ordinary landscape. */
export function unusualShape({ width, height }: ShownPhoto): "panorama" | "tall" | undefined {
  if (width >= 2 * height) return "panorama";
  return width < 1.4 * height ? "tall" : undefined;
}
