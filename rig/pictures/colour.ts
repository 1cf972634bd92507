import { clampRgb, converter, differenceCiede2000 } from "culori";
import { SRGB, type WorkingSpace } from "./icc-profile.ts";

export type Rgb = [number, number, number];

const inSpace = ({ mode }: WorkingSpace, [r, g, b]: Rgb) => ({ mode, r: r / 255, g: g / 255, b: b / 255 });

/** A colour of the space (0..255) in sRGB, clipped to sRGB's gamut. */
export function toSrgb(space: WorkingSpace, colour: Rgb): Rgb {
  const { r, g, b } = clampRgb(converter("rgb")(inSpace(space, colour)));
  return [r * 255, g * 255, b * 255];
}

/** Whether one space can show a colour of another. */
export function fits(colour: Rgb, from: WorkingSpace, into: WorkingSpace): boolean {
  const { r, g, b } = converter(into.mode)(inSpace(from, colour));
  return [r, g, b].every((value) => value > -0.005 && value < 1.0005);
}

const difference = differenceCiede2000();

/** CIEDE2000 between two colours of 0..255, in sRGB unless another space is given. */
export const colourDifference = (first: Rgb, second: Rgb, spaces: [WorkingSpace, WorkingSpace] = [SRGB, SRGB]) =>
  difference(inSpace(spaces[0], first), inSpace(spaces[1], second));
