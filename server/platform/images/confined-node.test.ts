import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePicture } from "../../../rig/make-picture.ts";
import { startConfinedNode } from "./confined-node.ts";

let root: string;
/** The decoder's own folder, and the file that it is to decode. */
let folder: string;
let own: string;
/** A photo that another decoder has, or that is private. */
let other: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "vitrine-confined-"));
  folder = join(root, "decoder");
  own = join(folder, "file");
  other = join(root, "other.jpg");
  await mkdir(folder);
  for (const path of [own, other]) await writeFile(path, await makePicture());
});
afterAll(() => rm(root, { recursive: true }));

/** Runs this where pictures are decoded, as a file could that has taken the decoder over. */
async function attempt(program: string): Promise<string> {
  const script = `import { readFile, writeFile } from "node:fs/promises"; import net from "node:net";
    import { spawnSync } from "node:child_process"; import { Worker } from "node:worker_threads";
    import sharp from ${JSON.stringify(import.meta.resolve("sharp"))};
    try { ${program}; process.send("allowed"); } catch (error) { process.send(error.code ?? error.message); }`;
  const child = startConfinedNode(folder, ["--input-type=module", "-e", script]);
  const [outcome] = await once(child, "message");
  child.kill();
  return outcome as string;
}

const quoted = (path: string) => JSON.stringify(path);

test("a decoder reads the file that it is to decode, and no other", async () => {
  expect(await attempt(`await readFile(${quoted(own)})`)).toBe("allowed");
  expect(await attempt(`await readFile(${quoted(other)})`)).toBe("ERR_ACCESS_DENIED");
  expect(await attempt(`await readFile("/proc/self/environ")`)).toBe("ERR_ACCESS_DENIED");
});

test("a decoder has no network, writes no file and starts no program or thread", async () => {
  const attempts = {
    network: `await new Promise((_, reject) => net.connect(9, "127.0.0.1").on("error", reject))`,
    write: `await writeFile(${quoted(join(folder, "planted"))}, "x")`,
    program: `spawnSync("true")`,
    thread: `new Worker("0", { eval: true })`,
  };
  for (const [name, program] of Object.entries(attempts)) {
    expect([name, await attempt(program)]).toEqual([name, "ERR_ACCESS_DENIED"]);
  }
});

// Node's rules do not bind native code. Only Linux has others.
test.runIf(process.platform === "linux")("neither does its native code", async () => {
  expect(await attempt(`await sharp(${quoted(own)}).metadata()`)).toBe("allowed");
  expect(await attempt(`await sharp(${quoted(other)}).metadata()`)).toContain("unsupported image format");
  const planted = quoted(join(folder, "planted.jpg"));
  expect(await attempt(`await sharp(${quoted(own)}).toFile(${planted})`)).toContain("unable to open for write");
});

test.runIf(process.platform === "linux")(
  "a Node that cannot call the kernel starts all the same, and says why",
  async () => {
    const confine = fileURLToPath(new URL("./confine.ts", import.meta.url));
    const flags = ["--no-experimental-ffi", "--no-warnings", confine, "-p", "process.env.UNCONFINED"];
    const { stdout } = await promisify(execFile)(process.execPath, flags);
    expect(stdout).toBe("this Node cannot call the kernel\n");
  },
);
