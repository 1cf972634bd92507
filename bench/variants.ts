/**
 * The promise: making the variants of 40 photos takes at most 0.65 of the CPU time of a C program on libvips, and at most
 * half that of three separate sharp pipelines. Usage: npm run bench:variants [-- number of photos]
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { makeCorpusApart } from "../rig/corpus.ts";
import { type Use, watchUse } from "../rig/processes.ts";
import { atMost, RATIO, report } from "../rig/report.ts";
import { builtInProfile } from "../server/platform/images/p3-profile.ts";
import { startImages } from "../server/platform/images/pool.ts";

const COUNT = Number(process.argv[2] ?? 40);
/** The bars were set on a machine with two cores. */
const PROCESSES = 2;
/** Each round has a share of the photos, and all programs take turns in it: the machine's speed changes over minutes. */
const ROUNDS = 4;
const MEMORY_BAR_MB = 900;
/** The sizes that all programs make. */
const SIZES = ["thumb", "medium", "large"] as const;

const flags = flagsForVips();
const folder = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
const HOUR_MS = 60 * 60 * 1000;
// The server makes 40 photos with processes that it starts once; here, other programs take their turn between the rounds.
const images = startImages({ processes: PROCESSES, idleMs: HOUR_MS });
try {
  console.log(`Making ${COUNT} photos of 12 to 24 megapixels ...`);
  const photos = makeCorpusApart(join(folder, "photos"), COUNT).map(({ path }) => path);
  const inP3 = await Promise.all(photos.map(copyAsP3));
  const cascade = join(folder, "cascade");
  execFileSync("cc", ["-O2", join(import.meta.dirname, "cascade.c"), "-o", cascade, ...flags, "-lm"]);
  const version = execFileSync(cascade, ["--version"], { encoding: "utf8" }).trim();

  const rounds: Use[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const share = (paths: string[]) => paths.filter((_path, index) => index % ROUNDS === round);
    const some = share(photos);
    rounds.push([
      await runSplit(some, cascade, [folder]),
      await runSplit(some, process.execPath, [join(import.meta.dirname, "three-pipelines.ts")]),
      await runOurs(some, ["jpeg"]),
      await runOurs(some, ["jpeg", "avif"]),
      await runOurs(share(inP3), ["jpeg", "avif"]),
    ]);
  }
  const total = (run: number) => addUp(rounds.flatMap((uses) => uses[run] ?? []));
  const [inC, separate, jpeg, both, wide] = [total(0), total(1), total(2), total(3), total(4)];

  console.log(`The C program uses libvips ${version}, sharp ${sharp.versions.sharp} its own ${sharp.versions.vips}.\n`);
  const row = (name: string, { cpuSeconds, wallSeconds, peakBytes }: Use) => ({
    run: name,
    "cpu s": cpuSeconds.toFixed(1),
    "wall s": wallSeconds.toFixed(1),
    "photos/s": (COUNT / wallSeconds).toFixed(2),
    "peak MB": Math.round(peakBytes / 1e6),
  });
  console.table([
    row("C on libvips, JPEG", inC),
    row("three sharp pipelines, JPEG", separate),
    row("Vitrine, JPEG", jpeg),
    row("Vitrine, JPEG and AVIF", both),
    row("Vitrine, JPEG and AVIF, Display P3", wide),
  ]);
  report(`Variants of ${COUNT} photos`, [
    atMost("CPU time, against C", jpeg.cpuSeconds / inC.cpuSeconds, 0.65, RATIO),
    atMost("CPU time, against three pipelines", jpeg.cpuSeconds / separate.cpuSeconds, 0.5, RATIO),
    atMost("CPU time, with AVIF against without", both.cpuSeconds / jpeg.cpuSeconds, 2.5, RATIO),
    atMost("peak memory with AVIF", both.peakBytes / 1e6, MEMORY_BAR_MB, { unit: "MB" }),
  ]);
} finally {
  await images.close();
  await rm(folder, { recursive: true });
}

/** The same pixels with another profile. Both profiles have the same length. */
async function copyAsP3(path: string): Promise<string> {
  const file = await readFile(path);
  const at = file.indexOf(await builtInProfile("srgb"));
  if (at === -1) throw new Error("The corpus has no profile");
  (await builtInProfile("p3")).copy(file, at);
  await writeFile(`${path}.p3.jpg`, file);
  return `${path}.p3.jpg`;
}

/** As the server does it, including the header gate, starting the children and sending them the bytes. */
async function runOurs(photos: string[], formats: ("jpeg" | "avif")[]): Promise<Use> {
  const { use } = await watchUse(() => Promise.all(photos.map((path) => images.make(path, SIZES, { formats }))));
  return use;
}

function addUp(uses: Use[]): Use {
  return {
    cpuSeconds: uses.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    wallSeconds: uses.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0),
    peakBytes: Math.max(...uses.map(({ peakBytes }) => peakBytes)),
  };
}

/** For the C compiler. It and libvips are installed from Debian's packages if they are missing. */
function flagsForVips(): string[] {
  const ask = () => execFileSync("pkg-config", ["--cflags", "--libs", "vips"], { encoding: "utf8", stdio: "pipe" });
  try {
    return ask().trim().split(/\s+/);
  } catch {
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "libvips-dev", "gcc", "pkg-config"]);
    return ask().trim().split(/\s+/);
  }
}

/** One process per core. Each processes its photos one by one and prints what it used at the end. */
async function runSplit(photos: string[], program: string, leading: string[]): Promise<Use> {
  const startedAt = performance.now();
  const uses = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, part) => {
      const mine = photos.filter((_path, index) => index % PROCESSES === part);
      const child = spawn(program, [...leading, ...mine], { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      child.stdout.on("data", (text) => {
        output += text;
      });
      const [code] = await once(child, "close");
      if (code !== 0) throw new Error(`${program} ended with ${code}`);
      // Both programs print this and nothing else.
      return JSON.parse(output) as Pick<Use, "cpuSeconds" | "peakBytes">;
    }),
  );
  return {
    cpuSeconds: uses.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    wallSeconds: (performance.now() - startedAt) / 1000,
    peakBytes: uses.reduce((sum, { peakBytes }) => sum + peakBytes, 0),
  };
}
