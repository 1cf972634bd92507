/** Colorants in the profile connection space (D50), as the profiles of these spaces state them. */
const SPACES = {
  srgb: { colorants: [0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.7141], gamma: null },
  adobeRgb: {
    colorants: [0.60974, 0.31111, 0.01947, 0.20528, 0.62567, 0.06087, 0.14919, 0.06322, 0.74457],
    gamma: 2.2,
  },
  displayP3: {
    colorants: [0.51512, 0.2412, -0.00105, 0.29198, 0.69225, 0.04189, 0.1571, 0.06657, 0.78407],
    gamma: null,
  },
  proPhoto: { colorants: [0.79767, 0.28804, 0, 0.13519, 0.71188, 0, 0.03135, 0.00009, 0.82491], gamma: 1.8 },
  linear: { colorants: [0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.7141], gamma: 1 },
} as const;

export type ColourSpace = keyof typeof SPACES;

/** What an 8-bit sRGB colour is in another space, from 0 to 1: the plain mathematics, with no colour engine in it. */
export function encodeIn(space: ColourSpace, colour: readonly number[]): number[] {
  const linear = colour.map((value) => {
    const encoded = value / 255;
    return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
  });
  const { gamma } = SPACES[space];
  const inSpace = solve(SPACES[space].colorants, multiply(SPACES.srgb.colorants, linear));
  return inSpace.map((value) => {
    if (gamma !== null) return Math.max(0, value) ** (1 / gamma);
    return value <= 0.0031308 ? Math.max(0, value) * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  });
}

/** Each three colorants are a column. */
function multiply(colorants: readonly number[], vector: readonly number[]): number[] {
  return [0, 1, 2].map((row) =>
    [0, 1, 2].reduce((sum, column) => sum + at(colorants, column, row) * (vector[column] ?? 0), 0),
  );
}

/** By Cramer's rule. */
function solve(colorants: readonly number[], result: readonly number[]): number[] {
  const whole = determinant(colorants);
  return [0, 1, 2].map((column) => determinant(colorants.toSpliced(column * 3, 3, ...result)) / whole);
}

function determinant(m: readonly number[]): number {
  return [0, 1, 2].reduce((sum, row) => {
    const [below, above] = [(row + 1) % 3, (row + 2) % 3];
    return sum + at(m, 0, row) * (at(m, 1, below) * at(m, 2, above) - at(m, 1, above) * at(m, 2, below));
  }, 0);
}

const at = (colorants: readonly number[], column: number, row: number) => colorants[column * 3 + row] ?? 0;

/** A version 4 matrix profile with nothing in it but what converts colours. */
export function iccProfile(space: ColourSpace): Buffer {
  const { colorants, gamma } = SPACES[space];
  const xyz = (values: readonly number[]) => Buffer.concat([typed("XYZ "), ...values.map(fixed)]);
  const curve =
    gamma === null
      ? Buffer.concat([
          typed("para"),
          Buffer.from([0, 3, 0, 0]),
          ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed),
        ])
      : Buffer.concat([typed("para"), Buffer.from([0, 0, 0, 0]), fixed(gamma)]);
  const text = Buffer.from("test", "utf16le").swap16();
  const localised = Buffer.concat([
    typed("mluc"),
    u32(1),
    u32(12),
    Buffer.from("enUS"),
    u32(text.length),
    u32(28),
    text,
  ]);
  return assemble("RGB ", [
    ["desc", localised],
    ["cprt", localised],
    ["wtpt", xyz([0.9642, 1, 0.8249])],
    ["rXYZ", xyz(colorants.slice(0, 3))],
    ["gXYZ", xyz(colorants.slice(3, 6))],
    ["bXYZ", xyz(colorants.slice(6, 9))],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ]);
}

function assemble(colours: string, tags: [string, Buffer][]): Buffer {
  let offset = 128 + 4 + tags.length * 12;
  const table = tags.map(([name, content]) => {
    const entry = Buffer.concat([Buffer.from(name), u32(offset), u32(content.length)]);
    offset += content.length;
    return entry;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x04300000, 8);
  header.write(`mntr${colours}XYZ `, 12);
  header.write("acsp", 36);
  Buffer.concat([0.9642, 1, 0.8249].map(fixed)).copy(header, 68);
  return Buffer.concat([header, u32(tags.length), ...table, ...tags.map(([, content]) => content)]);
}

const typed = (type: string) => Buffer.concat([Buffer.from(type), u32(0)]);

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65536));
  return bytes;
}
