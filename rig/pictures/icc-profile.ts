/** An RGB working space as an ICC matrix profile defines it: D50 colorants and a tone curve. */
export type WorkingSpace = {
  name: string;
  /** Its name in culori. */
  mode: "rgb" | "lrgb" | "a98" | "prophoto" | "p3";
  /** Rows X, Y, Z of red, green and blue. */
  colorants: [number[], number[], number[]];
  gamma: number | "srgb";
};

export const SRGB: WorkingSpace = {
  name: "sRGB",
  mode: "rgb",
  colorants: [
    [0.43607, 0.38515, 0.14307],
    [0.22249, 0.71687, 0.06061],
    [0.01392, 0.09708, 0.7141],
  ],
  gamma: "srgb",
};

export const LINEAR_RGB: WorkingSpace = { ...SRGB, name: "linear sRGB", mode: "lrgb", gamma: 1 };

export const ADOBE_RGB: WorkingSpace = {
  name: "Adobe RGB (1998) compatible",
  mode: "a98",
  colorants: [
    [0.60974, 0.20528, 0.14919],
    [0.31111, 0.62567, 0.06322],
    [0.01947, 0.06087, 0.74457],
  ],
  gamma: 563 / 256,
};

export const PROPHOTO_RGB: WorkingSpace = {
  name: "ProPhoto RGB compatible",
  mode: "prophoto",
  colorants: [
    [0.79767, 0.13519, 0.03134],
    [0.28804, 0.71188, 0.00009],
    [0, 0, 0.82491],
  ],
  gamma: 461 / 256,
};

export const DISPLAY_P3: WorkingSpace = {
  name: "Display P3",
  mode: "p3",
  colorants: [
    [0.51512, 0.29198, 0.1571],
    [0.2412, 0.69225, 0.06657],
    [-0.00105, 0.04189, 0.78407],
  ],
  gamma: "srgb",
};

/** The linear light of a value, both from 0 to 1. */
function lightOf({ gamma }: Pick<WorkingSpace, "gamma">, value: number): number {
  if (gamma !== "srgb") return value ** gamma;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** A version 2 display profile of this space. */
export function iccProfile({ name, colorants, gamma }: WorkingSpace): Buffer {
  const [x, y, z] = colorants;
  const column = (index: number) => xyz(x[index] ?? 0, y[index] ?? 0, z[index] ?? 0);
  const curve = block("curv", toneCurve(gamma));
  const tags: [string, Buffer][] = [
    ["desc", description(name)],
    ["cprt", block("text", Buffer.from("Public domain\0"))],
    ["wtpt", xyz(0.9642, 1, 0.8249)],
    ["rXYZ", column(0)],
    ["gXYZ", column(1)],
    ["bXYZ", column(2)],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  let at = 128 + 4 + tags.length * 12;
  const table = [u32(tags.length)];
  const bodies: Buffer[] = [];
  for (const [signature, body] of tags) {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    table.push(Buffer.from(signature), u32(at), u32(body.length));
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([header(at), ...table, ...bodies]);
}

const SAMPLES = 1024;

/** A single number is a gamma; any other curve is given as samples. */
function toneCurve(gamma: WorkingSpace["gamma"]): Buffer {
  if (gamma !== "srgb") return Buffer.concat([u32(1), u16(Math.round(gamma * 256))]);
  const samples = Array.from({ length: SAMPLES }, (_, at) => lightOf({ gamma }, at / (SAMPLES - 1)));
  return Buffer.concat([u32(SAMPLES), ...samples.map((light) => u16(Math.round(light * 65_535)))]);
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02400000, 8);
  bytes.write("mntrRGB XYZ ", 12);
  bytes.writeUInt16BE(2020, 24);
  bytes.writeUInt16BE(1, 26);
  bytes.writeUInt16BE(1, 28);
  bytes.write("acsp", 36);
  xyz(0.9642, 1, 0.8249).copy(bytes, 68, 8);
  return bytes;
}

function description(name: string): Buffer {
  const text = Buffer.from(`${name}\0`);
  return block("desc", Buffer.concat([u32(text.length), text, Buffer.alloc(4 + 4 + 2 + 1 + 67)]));
}

const block = (type: string, body: Buffer) => Buffer.concat([Buffer.from(type), Buffer.alloc(4), body]);
const xyz = (...values: number[]) =>
  block("XYZ ", Buffer.concat(values.map((value) => i32(Math.round(value * 65_536)))));

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function i32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
