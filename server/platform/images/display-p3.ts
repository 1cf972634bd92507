import type { Pixels } from "./pixels.ts";

/** Linear Display P3 to linear sRGB; both have the same white and the same tone curve. */
const [R_R, R_G] = [1.22494018, -0.22494018];
const [G_R, G_G] = [-0.04205695, 1.04205695];
const [B_R, B_G, B_B] = [-0.01963755, -0.07863605, 1.0982736];
const [Y_R, Y_G, Y_B] = [0.2126, 0.7152, 0.0722];

/** How far beyond sRGB, in linear light, a colour must lie to be seen as such: about two steps of 8 bits from the edge. */
const VISIBLE = 0.004;
/** The same at the bright end, where a step of 8 bits is wider. */
const BRIGHT = 1.016;
/** Fewer pixels than this are ringing of the encoder along edges, not colours of the photograph. */
const WIDE_SHARE = 1 / 5_000;

/**
 * Colours that sRGB cannot show are squeezed into the space below its edge instead of being cut off there, so that a red
 * flower keeps its petals. `knee` is where colours begin to make room, and `most` what the colours of Display P3 reach;
 * sRGB ends at 1. The knees are as low as they can be without moving a colour of sRGB by a CIEDE2000 of 2.
 */
type Range = { knee: number; most: number };
/** How far the weakest channel is below grey, as a share of grey. */
const SATURATION: Range = { knee: 0.95, most: 1.35 };
/** The strongest channel. Greys make no room, or white would be grey. */
const STRENGTH: Range = { knee: 0.97, most: 1.22 };

const LIGHT = Float32Array.from({ length: 256 }, (_, value) => {
  const encoded = value / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
});
/** Fine enough that every value of 8 bits has an entry, in the shadows too. */
const STEPS = 16_384;
const ENCODED = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const light = step / STEPS;
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** Whether pixels in Display P3 have colours that sRGB cannot show. */
export function hasWideColours({ data, width, height, channels }: Pixels): boolean {
  const enough = width * height * WIDE_SHARE;
  const stride = width * channels;
  let wide = 0;
  for (let y = 0; y < height && wide <= enough; y++)
    wide += countWide(data.subarray(y * stride, (y + 1) * stride), channels);
  return wide > enough;
}

/** Pixels in Display P3 as sRGB. What sRGB cannot show loses saturation and some lightness, and keeps its differences. */
export function toSrgb(pixels: Pixels): Pixels {
  const { width, height, channels, space } = pixels;
  const data = Buffer.from(pixels.data);
  const stride = width * channels;
  for (let y = 0; y < height; y++) {
    // Where every colour fits, none has to make room.
    convertRow(data.subarray(y * stride, (y + 1) * stride), channels, space === "wide");
  }
  return { data, width, height, channels, space: "srgb" };
}

// Row by row in small functions, which the engine optimises early.

function countWide(row: Uint8Array, channels: number): number {
  let wide = 0;
  for (let at = 0; at < row.length; at += channels) {
    const r = LIGHT[row[at] ?? 0] ?? 0;
    const g = LIGHT[row[at + 1] ?? 0] ?? 0;
    const b = LIGHT[row[at + 2] ?? 0] ?? 0;
    const sr = R_R * r + R_G * g;
    const sg = G_R * r + G_G * g;
    const sb = B_R * r + B_G * g + B_B * b;
    if (sr < -VISIBLE || sg < -VISIBLE || sb < -VISIBLE || sr > BRIGHT || sg > BRIGHT || sb > BRIGHT) wide += 1;
  }
  return wide;
}

function convertRow(row: Uint8Array, channels: number, isWide: boolean): void {
  for (let at = 0; at < row.length; at += channels) {
    const r = LIGHT[row[at] ?? 0] ?? 0;
    const g = LIGHT[row[at + 1] ?? 0] ?? 0;
    const b = LIGHT[row[at + 2] ?? 0] ?? 0;
    let sr = R_R * r + R_G * g;
    let sg = G_R * r + G_G * g;
    let sb = B_R * r + B_G * g + B_B * b;
    const least = Math.min(sr, sg, sb);
    const most = Math.max(sr, sg, sb);
    if (isWide && most - least > 1e-4) {
      const grey = Y_R * sr + Y_G * sg + Y_B * sb;
      const kept = share((grey - least) / grey, SATURATION.knee, SATURATION.most);
      const strongest = grey + (most - grey) * kept;
      const colour = ((most - least) * kept) / strongest;
      const bright = share(strongest, 1 - (1 - STRENGTH.knee) * colour * colour, STRENGTH.most);
      sr = (grey + (sr - grey) * kept) * bright;
      sg = (grey + (sg - grey) * kept) * bright;
      sb = (grey + (sb - grey) * kept) * bright;
    }
    row[at] = encode(sr);
    row[at + 1] = encode(sg);
    row[at + 2] = encode(sb);
  }
}

/** What to multiply a value by, so that all up to `most` end below 1. */
function share(value: number, knee: number, most: number): number {
  if (value <= knee) return 1;
  const over = value - knee;
  return Math.min(1, knee + over / (1 + over * (1 / (1 - knee) - 1 / (most - knee)))) / value;
}

function encode(light: number): number {
  return ENCODED[light <= 0 ? 0 : light >= 1 ? STEPS : (light * STEPS + 0.5) | 0] ?? 0;
}
