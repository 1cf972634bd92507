/** A yardstick for bench/variants.ts: the obvious way with sharp, one whole pipeline per size. */
import sharp from "sharp";

sharp.cache(false);
// It starts once per round, ours once in all.
const before = process.cpuUsage();
for (const path of process.argv.slice(2)) {
  const open = () => sharp(path).autoOrient();
  await open()
    .resize(2400, 2400, { fit: "inside", withoutEnlargement: true })
    .sharpen()
    .jpeg({ quality: 80 })
    .toBuffer();
  await open()
    .resize(1200, 1200, { fit: "inside", withoutEnlargement: true })
    .sharpen()
    .jpeg({ quality: 80 })
    .toBuffer();
  await open().resize(300, 300, { fit: "cover", position: "attention" }).sharpen().jpeg({ quality: 80 }).toBuffer();
}
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakBytes: process.resourceUsage().maxRSS * 1024 }));
