/**
 * SSIMULACRA 2.1, the measure of how close a compressed picture looks to the one before: 100 is the same, 90 cannot be told
 * apart, 70 is high quality, 50 is medium. Written after the description and the numbers that its author published with
 * libjxl. Only the blur differs, an exact Gaussian in place of a recursive one; that moves a score by about a tenth.
 */

export type Rgb8 = { data: Uint8Array; width: number; height: number };
type Planes = { width: number; height: number; planes: [Float32Array, Float32Array, Float32Array] };

const SCALES = 6;
const SMALLEST_EDGE_PX = 8;
const C2 = 0.0009;

/** By channel (X, Y, B), then scale, then norm (mean, 4-norm): structure, added edges, lost edges. Most have none. */
const WEIGHTS = [
  0, 0.0007376606707406586, 0, 0, 0.0007793481682867309, 0, 0, 0.0004371155730107379, 0, 1.1041726426657346,
  0.00066284834129271, 0.00015231632783718752, 0, 0.0016406437456599754, 0, 1.8422455520539298, 11.441172603757666, 0,
  0.0007989109436015163, 0.000176816438078653, 0, 1.8787594979546387, 10.94906990605142, 0, 0.0007289346991508072,
  0.9677937080626833, 0, 0.00014003424285435884, 0.9981766977854967, 0.00031949755934435053, 0.0004550992113792063, 0,
  0, 0.0013648766163243398, 0, 0, 0, 0, 0, 7.466890328078848, 0, 17.445833984131262, 0.0006235601634041466, 0, 0,
  6.683678146179332, 0.00037724407979611296, 1.027889937768264, 225.20515300849274, 0, 0, 19.213238186143016,
  0.0011401524586618361, 0.001237755635509985, 176.39317598450694, 0, 0, 24.43300999870476, 0.28520802612117757,
  0.0004485436923833408, 0, 0, 0, 34.77906344483772, 44.835625328877896, 0, 0, 0, 0, 0, 0, 0, 0, 0.0008680556573291698,
  0, 0, 0, 0, 0, 0.0005313191874358747, 0, 0.00016533814161379112, 0, 0, 0, 0, 0, 0.0004179171803251336,
  0.0017290828234722833, 0, 0.0020827005846636437, 0, 0, 8.826982764996862, 23.19243343998926, 0, 95.1080498811086,
  0.9863978034400682, 0.9834382792465353, 0.0012286405048278493, 171.2667255897307, 0.9807858872435379, 0, 0, 0,
  0.0005130064588990679, 0, 0.00010854057858411537,
];

/** Both in sRGB and of the same size. */
export function ssimulacra2(original: Rgb8, compressed: Rgb8): number {
  let [first, second] = [toLight(original), toLight(compressed)];
  const scales: number[][][] = [];
  while (scales.length < SCALES && Math.min(first.width, first.height) >= SMALLEST_EDGE_PX) {
    if (scales.length > 0) [first, second] = [halve(first), halve(second)];
    const [one, other] = [toXyb(first), toXyb(second)];
    scales.push([0, 1, 2].map((channel) => compare(one, other, channel)));
  }
  let weighted = 0;
  let index = 0;
  for (const channel of [0, 1, 2]) {
    for (const scale of scales) {
      for (const value of scale[channel] ?? []) weighted += (WEIGHTS[index++] ?? 0) * value;
    }
  }
  const scaled = weighted * 0.9562382616834844;
  const error = 2.326765642916932 * scaled - 0.020884521182843837 * scaled ** 2 + 6.248496625763138e-5 * scaled ** 3;
  return error > 0 ? 100 - 10 * error ** 0.6276336467831387 : 100;
}

const LIGHT = Float32Array.from({ length: 256 }, (_, value) => {
  const encoded = value / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
});

function emptyPlanes(width: number, height: number): Planes {
  const plane = () => new Float32Array(width * height);
  return { width, height, planes: [plane(), plane(), plane()] };
}

function toLight({ data, width, height }: Rgb8): Planes {
  const light = emptyPlanes(width, height);
  for (const [channel, plane] of light.planes.entries()) {
    for (let at = 0; at < plane.length; at++) plane[at] = LIGHT[data[at * 3 + channel] ?? 0] ?? 0;
  }
  return light;
}

/** Pixels beyond the edge repeat it. */
function halve(source: Planes): Planes {
  const halved = emptyPlanes(Math.ceil(source.width / 2), Math.ceil(source.height / 2));
  for (const [channel, plane] of halved.planes.entries()) {
    const from = source.planes[channel] ?? plane;
    for (let y = 0; y < halved.height; y++) {
      const above = y * 2 * source.width;
      const below = Math.min(y * 2 + 1, source.height - 1) * source.width;
      for (let x = 0; x < halved.width; x++) {
        const left = x * 2;
        const right = Math.min(left + 1, source.width - 1);
        const top = (from[above + left] ?? 0) + (from[above + right] ?? 0);
        plane[y * halved.width + x] = (top + (from[below + left] ?? 0) + (from[below + right] ?? 0)) / 4;
      }
    }
  }
  return halved;
}

const BIAS = 0.0037930732552754493;
const BIAS_ROOT = Math.cbrt(BIAS);

/** XYB, moved so that all of it is positive. */
function toXyb({ width, height, planes: [red, green, blue] }: Planes): Planes {
  const xyb = emptyPlanes(width, height);
  const [planeX, planeY, planeB] = xyb.planes;
  for (let at = 0; at < red.length; at++) {
    const r = red[at] ?? 0;
    const g = green[at] ?? 0;
    const b = blue[at] ?? 0;
    const long = Math.cbrt(0.3 * r + 0.622 * g + 0.078 * b + BIAS) - BIAS_ROOT;
    const middle = Math.cbrt(0.23 * r + 0.692 * g + 0.078 * b + BIAS) - BIAS_ROOT;
    const short =
      Math.cbrt(0.24342268924547819 * r + 0.20476744424496821 * g + 0.5518098665095535 * b + BIAS) - BIAS_ROOT;
    const y = (long + middle) / 2;
    planeX[at] = ((long - middle) / 2) * 14 + 0.42;
    planeY[at] = y + 0.01;
    planeB[at] = short - y + 0.55;
  }
  return xyb;
}

/** The means, then the 4-norms, of lost structure, added edges and lost edges. */
function compare(first: Planes, second: Planes, channel: number): number[] {
  const { width, height } = first;
  const one = first.planes[channel] ?? new Float32Array();
  const other = second.planes[channel] ?? one;
  const [mean1, mean2] = [blur(one, width, height), blur(other, width, height)];
  const square1 = blur(multiply(one, one), width, height);
  const square2 = blur(multiply(other, other), width, height);
  const product = blur(multiply(one, other), width, height);
  const sums = new Float64Array(6);
  for (let at = 0; at < one.length; at++) {
    const m1 = mean1[at] ?? 0;
    const m2 = mean2[at] ?? 0;
    const shared = 2 * ((product[at] ?? 0) - m1 * m2) + C2;
    const total = (square1[at] ?? 0) - m1 * m1 + (square2[at] ?? 0) - m2 * m2 + C2;
    const structure = Math.max(0, 1 - ((1 - (m1 - m2) ** 2) * shared) / total);
    const edge = (1 + Math.abs((other[at] ?? 0) - m2)) / (1 + Math.abs((one[at] ?? 0) - m1)) - 1;
    add(sums, 0, structure);
    add(sums, 1, Math.max(0, edge));
    add(sums, 2, Math.max(0, -edge));
  }
  return [...sums].map((sum, index) => (index < 3 ? sum / one.length : (sum / one.length) ** 0.25));
}

function multiply(one: Float32Array, other: Float32Array): Float32Array {
  const product = new Float32Array(one.length);
  for (let at = 0; at < one.length; at++) product[at] = (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}

function add(sums: Float64Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value;
  const square = value * value;
  sums[index + 3] = (sums[index + 3] ?? 0) + square * square;
}

const SIGMA = 1.5;
const RADIUS = 5;
const KERNEL = (() => {
  const kernel = Array.from({ length: RADIUS + 1 }, (_, distance) => Math.exp(-(distance ** 2) / (2 * SIGMA ** 2)));
  const sum = kernel.reduce((total, value, distance) => total + (distance === 0 ? value : value * 2), 0);
  return Float32Array.from(kernel, (value) => value / sum);
})();

/** Beyond the edges everything is zero. */
function blur(plane: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(plane.length);
  for (let y = 0; y < height; y++) {
    blurLine(plane.subarray(y * width, (y + 1) * width), across.subarray(y * width, (y + 1) * width));
  }
  const both = new Float32Array(plane.length);
  for (let y = 0; y < height; y++) {
    const target = both.subarray(y * width, (y + 1) * width);
    for (let step = -RADIUS; step <= RADIUS; step++) {
      if (y + step < 0 || y + step >= height) continue;
      addRow(target, across.subarray((y + step) * width, (y + step + 1) * width), KERNEL[Math.abs(step)] ?? 0);
    }
  }
  return both;
}

function blurLine(line: Float32Array, blurred: Float32Array): void {
  for (let x = 0; x < line.length; x++) {
    let sum = (KERNEL[0] ?? 0) * (line[x] ?? 0);
    for (let step = 1; step <= RADIUS; step++) {
      const left = x >= step ? (line[x - step] ?? 0) : 0;
      const right = x + step < line.length ? (line[x + step] ?? 0) : 0;
      sum += (KERNEL[step] ?? 0) * (left + right);
    }
    blurred[x] = sum;
  }
}

function addRow(target: Float32Array, row: Float32Array, weight: number): void {
  for (let x = 0; x < target.length; x++) target[x] = (target[x] ?? 0) + (row[x] ?? 0) * weight;
}
