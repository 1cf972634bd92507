/** sRGB's primaries in the profile connection space, with the tolerance for rounded or rebuilt profiles. */
const SRGB_COLORANTS: Record<string, [number, number, number]> = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
const COLORANT_TOLERANCE = 0.0015;
/** Half a step of 8 bits: no picture shows the difference. */
const CURVE_TOLERANCE = 0.5 / 255;

/** A profile of another kind, or garbage, cannot describe the pixels and is ignored. */
export function isRgbProfile(profile: Buffer): boolean {
  return profile.length >= 132 && profile.toString("latin1", 16, 20) === "RGB " && readTags(profile).has("rXYZ");
}

/**
 * Whether a profile is sRGB, so that converting would only cost time. Judged by its numbers, not its name: many programs
 * write sRGB under other names, and a name proves nothing.
 */
export function isSrgbProfile(profile: Buffer): boolean {
  if (!isRgbProfile(profile)) return false;
  const tags = readTags(profile);
  // A lookup table takes precedence over primaries and curves.
  if (["A2B0", "A2B1", "A2B2"].some((name) => tags.has(name))) return false;
  const hasColorants = Object.entries(SRGB_COLORANTS).every(([name, expected]) => {
    const tag = tags.get(name);
    if (!tag || tag.length < 20) return false;
    return expected.every((value, axis) => Math.abs(s15Fixed16(tag, 8 + axis * 4) - value) < COLORANT_TOLERANCE);
  });
  return hasColorants && ["rTRC", "gTRC", "bTRC"].every((name) => isSrgbCurve(tags.get(name)));
}

function readTags(profile: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = Math.min(profile.readUInt32BE(128), 100);
  for (let index = 0, at = 132; index < count && at + 12 <= profile.length; index++, at += 12) {
    const offset = profile.readUInt32BE(at + 4);
    tags.set(profile.toString("latin1", at, at + 4), profile.subarray(offset, offset + profile.readUInt32BE(at + 8)));
  }
  return tags;
}

const s15Fixed16 = (bytes: Buffer, at: number) => bytes.readInt32BE(at) / 65536;

function isSrgbCurve(tag: Buffer | undefined): boolean {
  const curve = tag && readCurve(tag);
  if (!curve) return false;
  for (let step = 1; step < 64; step++) {
    // Compared perceptually: a step is equally visible in shadows and highlights.
    const encoded = step / 64;
    if (Math.abs(srgbEncode(curve(encoded)) - encoded) > CURVE_TOLERANCE) return false;
  }
  return true;
}

function srgbEncode(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

type Curve = (encoded: number) => number;

function readCurve(tag: Buffer): Curve | undefined {
  const type = tag.toString("latin1", 0, 4);
  if (type === "curv" && tag.length >= 12) {
    const count = tag.readUInt32BE(8);
    if (count < 2 || tag.length < 12 + count * 2) return undefined;
    const entry = (index: number) => tag.readUInt16BE(12 + index * 2) / 65535;
    return (encoded) => {
      const at = encoded * (count - 1);
      const below = Math.floor(at);
      return entry(below) + (entry(Math.min(below + 1, count - 1)) - entry(below)) * (at - below);
    };
  }
  if (type === "para" && tag.length >= 32 && tag.readUInt16BE(8) === 3) {
    const [g = 1, a = 1, b = 0, c = 0, d = 0] = [12, 16, 20, 24, 28].map((at) => s15Fixed16(tag, at));
    return (encoded) => (encoded >= d ? (a * encoded + b) ** g : c * encoded);
  }
  return undefined;
}
