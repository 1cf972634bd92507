import { lightOf, SRGB, type WorkingSpace } from "./icc-profile.ts";

export type Rgb = [number, number, number];
type Lab = [number, number, number];

const WHITE_D50: Rgb = [0.9642, 1, 0.8249];
/** The inverse of sRGB's colorants. */
const XYZ_TO_SRGB = [
  [3.13386, -1.61687, -0.49061],
  [-0.97877, 1.91614, 0.03345],
  [0.07194, -0.22899, 1.40524],
];

/** A colour of the space (0..255) in sRGB, by the definition of matrix profiles, clipped to sRGB's gamut. */
export function toSrgb(space: WorkingSpace, colour: Rgb): Rgb {
  const linear = colour.map((value) => lightOf(space, value / 255));
  return multiply(XYZ_TO_SRGB, multiply(space.colorants, linear)).map((value) => encode(value) * 255) as Rgb;
}

/** Whether one space can show a colour of another. */
export function fits(colour: Rgb, from: WorkingSpace, into: WorkingSpace): boolean {
  const linear = colour.map((value) => lightOf(from, value / 255));
  const shown = multiply(inverse(into.colorants), multiply(from.colorants, linear));
  return shown.every((value) => value > -0.0005 && value < 1.0005);
}

/** CIEDE2000 between two colours of 0..255, in sRGB unless another space is given. */
export function colourDifference(first: Rgb, second: Rgb, spaces: [WorkingSpace, WorkingSpace] = [SRGB, SRGB]): number {
  return ciede2000(toLab(spaces[0], first), toLab(spaces[1], second));
}

function toLab(space: WorkingSpace, colour: Rgb): Lab {
  const xyz = multiply(
    space.colorants,
    colour.map((value) => lightOf(space, value / 255)),
  );
  const [x = 0, y = 0, z = 0] = xyz.map((value, index) => labCurve(value / (WHITE_D50[index] ?? 1)));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const chromaMean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(chromaMean ** 7 / (chromaMean ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)];
  const product = c1 * c2;
  const turn = h2 - h1;
  const dh = product === 0 ? 0 : turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
  const dH = 2 * Math.sqrt(product) * sine(dh / 2);
  const lMean = (l1 + l2) / 2;
  const cMean = (c1 + c2) / 2;
  const apart = Math.abs(h1 - h2) > 180;
  const hMean = product === 0 ? h1 + h2 : apart ? (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2 : (h1 + h2) / 2;
  const t =
    1 -
    0.17 * cosine(hMean - 30) +
    0.24 * cosine(2 * hMean) +
    0.32 * cosine(3 * hMean + 6) -
    0.2 * cosine(4 * hMean - 63);
  const sl = 1 + (0.015 * (lMean - 50) ** 2) / Math.sqrt(20 + (lMean - 50) ** 2);
  const sc = 1 + 0.045 * cMean;
  const sh = 1 + 0.015 * cMean * t;
  const rotation = 2 * Math.sqrt(cMean ** 7 / (cMean ** 7 + 25 ** 7));
  const rt = -rotation * sine(60 * Math.exp(-(((hMean - 275) / 25) ** 2)));
  const [dl, dc, dhh] = [(l2 - l1) / sl, (c2 - c1) / sc, dH / sh];
  return Math.sqrt(dl ** 2 + dc ** 2 + dhh ** 2 + rt * dc * dhh);
}

const multiply = (matrix: readonly number[][], vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0));

/** By cofactors. */
function inverse([[a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0], [g = 0, h = 0, i = 0]]: WorkingSpace["colorants"]) {
  const rows = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return rows.map((row) => row.map((value) => value / determinant));
}
const encode = (value: number) => {
  const clipped = Math.min(1, Math.max(0, value));
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
};
const labCurve = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116);
const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360);
const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
