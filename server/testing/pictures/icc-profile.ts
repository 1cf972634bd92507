/** An RGB working space by its D50 colorants and its tone curve: what an ICC matrix profile says, and how it converts. */
export type WorkingSpace = {
  name: string;
  /** Rows X, Y, Z of red, green and blue. */
  colorants: [number[], number[], number[]];
  gamma: number;
};

export const ADOBE_RGB: WorkingSpace = {
  name: "Adobe RGB (1998) compatible",
  colorants: [
    [0.60974, 0.20528, 0.14919],
    [0.31111, 0.62567, 0.06322],
    [0.01947, 0.06087, 0.74457],
  ],
  gamma: 563 / 256,
};

export const PROPHOTO_RGB: WorkingSpace = {
  name: "ProPhoto RGB compatible",
  colorants: [
    [0.79767, 0.13519, 0.03134],
    [0.28804, 0.71188, 0.00009],
    [0, 0, 0.82491],
  ],
  gamma: 461 / 256,
};

/** Display P3's colorants with a plain curve, so that the reference needs no second kind of curve. */
export const P3_RGB: WorkingSpace = {
  name: "P3 primaries, gamma 2.2",
  colorants: [
    [0.51512, 0.29198, 0.1571],
    [0.2412, 0.69225, 0.06657],
    [-0.00105, 0.04189, 0.78407],
  ],
  gamma: 563 / 256,
};

/** A version 2 display profile of this space. */
export function iccProfile({ name, colorants, gamma }: WorkingSpace): Buffer {
  const [x, y, z] = colorants;
  const column = (index: number) => xyz(x[index] ?? 0, y[index] ?? 0, z[index] ?? 0);
  const curve = block("curv", Buffer.concat([u32(1), u16(Math.round(gamma * 256))]));
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
