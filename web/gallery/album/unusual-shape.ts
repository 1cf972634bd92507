import type { ShownPhoto } from "../../../contract/pages.ts";

/** Photos that the style sheets treat differently from an ordinary landscape. */
export type UnusualShape = "panorama" | "wide" | "tall";

export function unusualShape({ width, height }: ShownPhoto): UnusualShape | undefined {
  if (width > 2.6 * height) return "panorama";
  if (width >= 2 * height) return "wide";
  return width < 1.4 * height ? "tall" : undefined;
}
