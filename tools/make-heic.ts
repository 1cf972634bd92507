import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";

/**
 * Makes the HEIC files that tests are built from, with `heif-enc` of Debian's package libheif-examples, which needs an
 * encoder that the server does not have: node tools/make-heic.ts. The files are kept in the repository.
 */

const FOLDER = join(import.meta.dirname, "../rig/pictures/heic");
const TILE_PX = 64;
const TILES = { red: "#ff0000", green: "#00ff00", blue: "#0000ff", white: "#ffffff" };
const RAMP = { width: 512, height: 64 };
const VAST_PX = 4096;

const work = mkdtempSync(join(tmpdir(), "vitrine-heic-"));
try {
  for (const [name, background] of Object.entries(TILES)) {
    await encode(`${name}-tile`, flat(TILE_PX, background), ["-q", "90", "-p", "chroma=444"]);
  }
  await encode("ramp-10-bit", ramp(), ["-q", "95", "-b", "10"]);
  await encode("ramp-10-bit-422", ramp(), ["-q", "95", "-b", "10", "-p", "chroma=422"]);
  await encode("see-through", corner(), ["-q", "90"]);
  // So few bytes for so many pixels: a decoder needs 100 MB for it.
  await encode("vast", flat(VAST_PX, "#808080"), ["-q", "10", "-p", "x265:ctu=64"]);
} finally {
  rmSync(work, { recursive: true });
}

async function encode(name: string, picture: Sharp, options: string[]): Promise<void> {
  const png = join(work, `${name}.png`);
  await picture.png().toFile(png);
  execFileSync("heif-enc", [...options, png, "-o", join(FOLDER, `${name}.heic`)]);
}

function flat(edge: number, background: string): Sharp {
  return sharp({ create: { width: edge, height: edge, channels: 3, background } });
}

/** From black to white with more steps than 8 bits have. */
function ramp(): Sharp {
  const pixels = new Uint16Array(RAMP.width * RAMP.height * 3);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = Math.round(((Math.floor(at / 3) % RAMP.width) / (RAMP.width - 1)) * 65_535);
  }
  return sharp(pixels, { raw: { ...RAMP, channels: 3 } }).toColourspace("rgb16");
}

/** Red, and transparent in its right half. */
function corner(): Sharp {
  const pixels = Buffer.alloc(TILE_PX * TILE_PX * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    pixels.set([255, 0, 0, (at / 4) % TILE_PX < TILE_PX / 2 ? 255 : 0], at);
  }
  return sharp(pixels, { raw: { width: TILE_PX, height: TILE_PX, channels: 4 } });
}
