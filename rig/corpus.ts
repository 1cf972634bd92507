import { execFileSync } from "node:child_process";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { builtInProfile } from "../server/platform/images/p3-profile.ts";
import { withIccProfile } from "./pictures/containers.ts";

export type CorpusPhoto = { path: string; width: number; height: number; sizeBytes: number };

/** Aspects and sizes of common cameras, 12 to 24 megapixels, landscape and portrait. */
const SIZES: [number, number][] = [
  [4000, 3000],
  [4608, 3072],
  [4928, 3264],
  [3456, 5184],
  [5472, 3648],
  [6000, 4000],
  [4000, 6000],
  [4624, 3468],
];
const SCENES = 2;
const SCENE = { width: 6400, height: 4300, channels: 3 } as const;
/** Scenes are painted at half size: a lens and a sensor resolve no more than that. */
const PAINTED = { width: 3200, height: 2150, channels: 3 } as const;
const JPEG_QUALITY = 90;

/**
 * Writes JPEGs with the statistics of photographs, so that decoding costs as much: smooth light, objects with edges,
 * texture at every scale and a sensor's grain. The same files every time. A few scenes are painted and each photo is cut
 * from one: painting 40 takes minutes, cutting them seconds.
 */
export async function makeCorpus(folder: string, count: number): Promise<CorpusPhoto[]> {
  await mkdir(folder, { recursive: true });
  const photos: CorpusPhoto[] = [];
  // Photo editors embed it. Inserted by hand: sharp would convert every pixel.
  const profile = await builtInProfile("srgb");
  for (let scene = 0; scene < SCENES; scene++) {
    const pixels = await paintScene(scene + 1);
    for (let index = scene; index < count; index += SCENES) {
      // Each scene goes through all sizes.
      const [width, height] = SIZES[Math.floor(index / SCENES) % SIZES.length] ?? [6000, 4000];
      const random = randomFrom(1000 + index);
      const path = join(folder, `photo-${String(index + 1).padStart(3, "0")}.jpg`);
      const [across, down] = [Math.max(width, height), Math.min(width, height)];
      const cut = sharp(pixels, { raw: SCENE })
        .extract({
          left: Math.floor(random() * (SCENE.width - across)),
          top: Math.floor(random() * (SCENE.height - down)),
          width: across,
          height: down,
        })
        .rotate(height > width ? 90 : 0)
        .jpeg({ quality: JPEG_QUALITY })
        .withExif({ IFD0: { Make: "Vitrine", Model: "Bench", Copyright: "Nobody" } });
      await writeFile(path, withIccProfile(await cut.toBuffer(), "jpeg", profile, { width, height }));
      photos.push({ path, width, height, sizeBytes: (await stat(path)).size });
    }
  }
  return photos.sort((a, b) => a.path.localeCompare(b.path));
}

/**
 * How many cells the noise has across the scene, and its strength in 256ths. Light is everywhere; texture only where the
 * lens was focused, and the rest of a photograph is smooth.
 */
const OCTAVES = [
  { cells: 4, strength: 190, isTexture: false },
  { cells: 14, strength: 90, isTexture: false },
  { cells: 60, strength: 110, isTexture: true },
  { cells: 300, strength: 90, isTexture: true },
  { cells: 1000, strength: 70, isTexture: true },
  { cells: 2000, strength: 50, isTexture: true },
];
const FOCUS_CELLS = 9;
const EDGES = 40;
/** In 256ths of what a random byte gives. */
const GRAIN_STRENGTH = 10;

/** Octaves of noise make light and texture, half-planes make edges, and the sensor adds grain. */
async function paintScene(seed: number): Promise<Buffer> {
  const random = randomFrom(seed);
  const sums = new Int16Array(PAINTED.width * PAINTED.height * PAINTED.channels).fill(128);
  const focus = await noise(FOCUS_CELLS, random);
  for (const { cells, strength, isTexture } of OCTAVES) {
    const layer = await noise(cells, random);
    for (let at = 0; at < sums.length; at++) {
      // A narrow band, so that most of the scene is either sharp or smooth.
      const share = isTexture ? Math.max(0, Math.min(256, (byteAt(focus, at - (at % 3)) - 120) * 5)) : 256;
      addTo(sums, at, ((byteAt(layer, at) - 128) * strength * share) >> 16);
    }
  }
  drawEdges(sums, random);
  const scene = await sharp(Buffer.from(Uint8ClampedArray.from(sums).buffer), { raw: PAINTED })
    .resize(SCENE.width, SCENE.height, { fit: "fill" })
    .raw()
    .toBuffer();
  addGrain(scene, seed);
  return scene;
}

function addGrain(scene: Buffer, seed: number) {
  let state = seed;
  for (let at = 0; at < scene.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const value = byteAt(scene, at) + (((state >> 24) * GRAIN_STRENGTH) >> 8);
    scene[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

const byteAt = (bytes: Buffer, at: number) => bytes[at] ?? 0;
function addTo(sums: Int16Array, at: number, value: number) {
  sums[at] = (sums[at] ?? 0) + value;
}

/** Each edge raises or lowers the light on one side of a line. */
function drawEdges(sums: Int16Array, random: () => number) {
  const edges = Array.from({ length: EDGES }, () => {
    const angle = random() * Math.PI * 2;
    const [x, y] = [random() * PAINTED.width, random() * PAINTED.height];
    return { across: Math.cos(angle), down: Math.sin(angle), x, y, lift: Math.floor(random() * 50) - 25 };
  });
  for (let y = 0; y < PAINTED.height; y++) {
    const changes = new Int16Array(PAINTED.width + 1);
    for (const edge of edges) {
      const crossing = edge.x - (edge.down * (y - edge.y)) / edge.across;
      const from = Math.max(0, Math.min(PAINTED.width, Math.round(crossing)));
      if (edge.across < 0) addTo(changes, 0, edge.lift);
      addTo(changes, from, edge.across < 0 ? -edge.lift : edge.lift);
    }
    let lift = 0;
    for (let x = 0, at = y * PAINTED.width * PAINTED.channels; x < PAINTED.width; x++) {
      lift += changes[x] ?? 0;
      for (let channel = 0; channel < PAINTED.channels; channel++, at++) addTo(sums, at, lift);
    }
  }
}

/** A small random raster, enlarged smoothly; colours stay near grey, as in most photographs. */
function noise(cells: number, random: () => number): Promise<Buffer> {
  const raster = Buffer.alloc(cells * cells * PAINTED.channels);
  for (let at = 0; at < raster.length; at += PAINTED.channels) {
    const light = random() * 256;
    for (let channel = 0; channel < PAINTED.channels; channel++) {
      raster[at + channel] = Math.max(0, Math.min(255, light + (random() - 0.5) * 50));
    }
  }
  return sharp(raster, { raw: { width: cells, height: cells, channels: PAINTED.channels } })
    .resize(PAINTED.width, PAINTED.height, { kernel: "cubic", fit: "fill" })
    .raw()
    .toBuffer();
}

/** Mulberry32: small, quick, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** In another process, for benches that measure memory: painting takes some. */
export function makeCorpusApart(folder: string, count: number): CorpusPhoto[] {
  const made = execFileSync(process.execPath, [import.meta.filename, folder, String(count)], { encoding: "utf8" });
  // Printed below.
  return JSON.parse(made) as CorpusPhoto[];
}

if (import.meta.main) {
  const [folder = "corpus", count = "40"] = process.argv.slice(2);
  console.log(JSON.stringify(await makeCorpus(folder, Number(count))));
}
