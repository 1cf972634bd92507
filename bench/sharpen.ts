import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { VARIANT_EDGE_PX } from "../contract/limits.ts";
import { median } from "../rig/percentile.ts";
import { plainSharpen } from "../rig/plain-sharpen.ts";
import { JPEG } from "../server/platform/images/encoders.ts";
import { fromPixels, type Pixels, readPixels } from "../server/platform/images/pixels.ts";
import { sharpen } from "../server/platform/images/sharpen.ts";

/**
 * Our sharpening against the same in TypeScript and against sharp's own, over the photographs of a folder:
 * npm run bench:sharpen -- FOLDER. Prints tables and has no bar: docs/decisions/041-sharpening-in-webassembly.md decides.
 */

const SIZES = ["thumb", "medium", "large"] as const;
const ROUNDS = 3;
/** Of 255: what sharpening should leave as it is, and beyond which it draws a halo. */
const SMOOTH_LEVELS = 2;
const HALO_LEVELS = 20;

/** Each gets a copy of its own. */
const WAYS: Record<string, (pixels: Pixels) => Buffer | Promise<Buffer>> = {
  "sharpen.wat": inPlace(sharpen),
  "plain loop": inPlace(plainSharpen),
  "sharp, fast": (pixels) => fromPixels(pixels).sharpen().raw().toBuffer(),
  "sharp, sigma 0.5": (pixels) => fromPixels(pixels).sharpen({ sigma: 0.5 }).raw().toBuffer(),
};

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("npm run bench:sharpen -- FOLDER");
sharp.concurrency(1);
const files = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name));
for (const size of SIZES) {
  const edge = VARIANT_EDGE_PX[size];
  const rows: Record<string, { ms: number[]; smooth: number[]; halo: number[]; kB: number[] }> = {};
  for (const file of files) {
    const picture = sharp(join(folder, file)).autoOrient().resize(edge, edge, { fit: "inside" }).removeAlpha();
    const pixels = await readPixels(picture, "srgb");
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, way] of Object.entries(WAYS)) {
        rows[name] ??= { ms: [], smooth: [], halo: [], kB: [] };
        const copy = { ...pixels, data: Buffer.from(pixels.data) };
        const startedAt = process.cpuUsage();
        const data = await way(copy);
        const { user, system } = process.cpuUsage(startedAt);
        rows[name].ms.push((user + system) / 1000);
        if (round > 0) continue;
        const { smooth, halo } = compare(pixels, data);
        rows[name].smooth.push(smooth);
        rows[name].halo.push(halo);
        rows[name].kB.push(
          (
            await fromPixels({ ...pixels, data })
              .jpeg(JPEG)
              .toBuffer()
          ).length / 1000,
        );
      }
    }
  }
  console.log(`\n${edge} px, ${files.length} photographs`);
  const mean = (values: number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, { ms, smooth, halo, kB }]) => [
        name,
        {
          "CPU ms, median": median(ms).toFixed(1),
          "smooth pixels changed, %": mean(smooth),
          [`changed by more than ${HALO_LEVELS}, %`]: mean(halo),
          "JPEG, kB": mean(kB),
        },
      ]),
    ),
  );
}

function inPlace(change: (pixels: Pixels) => void) {
  return (pixels: Pixels) => {
    change(pixels);
    return pixels.data;
  };
}

/** In per cent: of the pixels that hardly differ from those around them, and of all. By their green, most of the lightness. */
function compare({ data, width, height }: Pixels, sharpened: Buffer): { smooth: number; halo: number } {
  const green = (x: number, y: number) => data[(y * width + x) * 3 + 1] ?? 0;
  const counts = { smooth: 0, smoothChanged: 0, halo: 0 };
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const around = (green(x - 1, y) + green(x + 1, y) + green(x, y - 1) + green(x, y + 1)) / 4;
      const change = Math.abs((sharpened[(y * width + x) * 3 + 1] ?? 0) - green(x, y));
      if (change > HALO_LEVELS) counts.halo++;
      if (Math.abs(green(x, y) - around) > SMOOTH_LEVELS) continue;
      counts.smooth++;
      if (change > 0) counts.smoothChanged++;
    }
  }
  const inside = (width - 2) * (height - 2);
  return { smooth: (100 * counts.smoothChanged) / counts.smooth, halo: (100 * counts.halo) / inside };
}
