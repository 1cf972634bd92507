import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An RGB working space: its name in the tests' own words, in culori, and the file of its ICC profile. */
export type WorkingSpace = {
  name: string;
  mode: "rgb" | "lrgb" | "a98" | "prophoto" | "p3";
  file: string;
};

export const SRGB: WorkingSpace = { name: "sRGB", mode: "rgb", file: "srgb.icc" };
export const LINEAR_RGB: WorkingSpace = { name: "linear sRGB", mode: "lrgb", file: "linear-srgb.icc" };
export const ADOBE_RGB: WorkingSpace = { name: "Adobe RGB (1998) compatible", mode: "a98", file: "adobe-rgb.icc" };
export const PROPHOTO_RGB: WorkingSpace = { name: "ProPhoto RGB", mode: "prophoto", file: "prophoto-rgb.icc" };
export const DISPLAY_P3: WorkingSpace = { name: "Display P3", mode: "p3", file: "display-p3.icc" };

/** Version 2 display profiles of https://github.com/saucecontrol/Compact-ICC-Profiles, in the public domain (CC0). */
export const iccProfile = ({ file }: WorkingSpace): Buffer => readFileSync(join(import.meta.dirname, "icc", file));
