import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Images, ImagesBusyError, PictureRefusedError } from "./images.ts";
import { type ImagesOptions, startImages } from "./pool.ts";

let folder: string;
/** Takes a child about a tenth of a second. */
let photo: string;
/** Takes it a third of a second. */
let slow: string;
/** Takes it many seconds: noise is the hardest to compress. */
let endless: string;
const open: Images[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-pool-"));
  photo = join(folder, "photo.jpg");
  slow = join(folder, "slow.png");
  endless = join(folder, "endless.jpg");
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#607080" } });
  await plain(1600, 1200).jpeg().toFile(photo);
  await plain(3000, 2800).png({ progressive: true, compressionLevel: 1 }).toFile(slow);
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#777", noise } })
    .jpeg()
    .toFile(endless);
});
afterEach(async () => {
  for (const images of open.splice(0)) await images.close();
});
afterAll(() => rm(folder, { recursive: true }));

function start(options: ImagesOptions): Images {
  const images = startImages(options);
  open.push(images);
  return images;
}

/** The processes that this one, or another, has started. */
function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "latin1");
        return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] === String(parent);
      } catch {
        return false;
      }
    })
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("images/worker.ts"));
}

async function theChild(): Promise<number> {
  return vi.waitFor(() => {
    const [pid] = childrenOf(process.pid);
    if (pid === undefined) throw new Error("no child yet");
    return pid;
  });
}

test("no process is started before there is work, and none is left after closing", async () => {
  const images = start({ processes: 2 });
  expect(childrenOf(process.pid)).toEqual([]);
  await Promise.all([1, 2, 3, 4].map(() => images.make(photo, ["thumb"])));
  expect(childrenOf(process.pid)).toHaveLength(2);
  await images.close();
  expect(childrenOf(process.pid)).toEqual([]);
});

test("a process is confined, and has a file only while it decodes it", async () => {
  const files = join(folder, "decoding");
  const warn = vi.fn();
  const images = start({ processes: 1, folder: files, log: { warn } });
  const making = images.make(photo, ["thumb"]);
  const pid = await theChild();
  await making;
  expect(warn).not.toHaveBeenCalled();
  expect(readFileSync(`/proc/${pid}/status`, "utf8")).toContain("NoNewPrivs:\t1");
  const [own = ""] = readdirSync(files);
  expect(readdirSync(join(files, own))).toEqual([]);
  await images.close();
  expect(readdirSync(files)).toEqual([]);
});

test("the picture of a process killed from outside is made by another", async () => {
  const images = start({ processes: 1 });
  const making = images.make(slow, ["thumb"]);
  process.kill(await theChild(), "SIGKILL");
  expect((await making).pictures).toHaveLength(2);
});

test("a picture that crashes its process is refused, and the next is made", async () => {
  const images = start({ processes: 1 });
  const making = images.make(slow, ["thumb"]);
  const pid = await theChild();
  const next = images.make(photo, ["thumb"]);
  process.kill(pid, "SIGSEGV");
  await expect(making).rejects.toMatchObject({ reason: "CORRUPT_IMAGE" });
  expect((await next).pictures).toHaveLength(2);
});

test("a picture that takes too long is refused and its process killed", async () => {
  // Far less than the picture takes, so that it is not made before anyone looks, and enough for a busy machine not to take it for hanging.
  const images = start({ processes: 1, maxSeconds: 0.5 });
  const making = images.make(endless, ["xlarge", "medium"], { hasTime: true });
  const pid = await theChild();
  await expect(making).rejects.toMatchObject({ reason: "TOO_COMPLEX" });
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}/fd/0`)).toBe(false), 20_000);
});

test("SIGTERM does not interrupt a picture", async () => {
  const images = start({ processes: 1 });
  await images.make(photo, ["thumb"]);
  const pid = await theChild();
  const making = images.make(photo, ["large"]);
  process.kill(pid, "SIGTERM");
  process.kill(pid, "SIGINT");
  expect((await making).pictures).toHaveLength(2);
  expect(childrenOf(process.pid)).toEqual([pid]);
});

test("visitors are turned away when too many wait, and the owner is not", async () => {
  const images = start({ processes: 1, queueLimits: { owner: 10, visitor: 2 } });
  const asked = [1, 2, 3, 4].map(() => images.make(photo, ["thumb"], { priority: "visitor" }));
  const outcomes = await Promise.allSettled([...asked, images.make(photo, ["thumb"])]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(outcomes[2]).toMatchObject({ reason: expect.any(ImagesBusyError) });
});

test("the owner goes before visitors, who still get a turn", async () => {
  const images = start({ processes: 1 });
  const order: string[] = [];
  const ask = (priority: "owner" | "visitor", name: string, path = photo) =>
    images.make(path, ["thumb"], { priority, formats: ["jpeg"] }).then(() => order.push(name));
  // Still being made when the others ask: its process has yet to start.
  const first = ask("owner", "first", slow);
  await theChild();
  const visitors = ["v1", "v2"].map((name) => ask("visitor", name));
  const owners = ["o1", "o2", "o3", "o4", "o5", "o6"].map((name) => ask("owner", name));
  await Promise.all([first, ...visitors, ...owners]);
  // Each asks as soon as its header has been read, so the owner's pictures come in any order.
  expect(order.slice(0, 2)).toEqual(["first", expect.stringMatching(/^o/)]);
  expect(order.findIndex((name) => name.startsWith("v"))).toBeLessThan(order.length - 2);
});

describe("background work", () => {
  const background = { priority: "background" } as const;

  test("waits until no one has requested a picture for a while", async () => {
    const images = start({ processes: 2, quietMs: 300 });
    const order: string[] = [];
    const first = images.make(photo, ["thumb"]).then(() => order.push("owner"));
    const last = images.make(photo, ["large"], background).then(() => order.push("background"));
    await first;
    const second = images.make(photo, ["thumb"], { priority: "visitor" }).then(() => order.push("visitor"));
    await Promise.all([second, last]);
    expect(order).toEqual(["owner", "visitor", "background"]);
  });

  test("is done one picture at a time, however many processes there are", async () => {
    const images = start({ processes: 2, quietMs: 0 });
    const making = [slow, slow].map((path) => images.make(path, ["thumb"], background));
    await theChild();
    expect(childrenOf(process.pid)).toHaveLength(1);
    await Promise.all(making);
  });

  test("stops for a picture that someone waits for, and starts over", async () => {
    const images = start({ processes: 2, quietMs: 0 });
    const order: string[] = [];
    const making = images.make(slow, ["thumb"], background).then(() => order.push("background"));
    const pid = await theChild();
    await images.make(photo, ["thumb"], { priority: "visitor" }).then(() => order.push("visitor"));
    expect(existsSync(`/proc/${pid}/fd/0`)).toBe(false);
    await making;
    expect(order).toEqual(["visitor", "background"]);
  });

  test("ends as soon as it is given up, waiting or in the making", async () => {
    const images = start({ processes: 1, quietMs: 0 });
    const giving = new AbortController();
    const making = [slow, photo].map((path) => images.make(path, ["thumb"], { ...background, signal: giving.signal }));
    const ended = Promise.allSettled(making);
    const pid = await theChild();
    giving.abort();
    expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}/fd/0`)).toBe(false), 20_000);
    expect((await images.make(photo, ["thumb"])).pictures).toHaveLength(2);
  });
});

test("closing ends running and waiting pictures", async () => {
  const images = start({ processes: 1 });
  const making = images.make(slow, ["thumb"]);
  const waiting = images.make(photo, ["thumb"]);
  const ended = Promise.allSettled([making, waiting]);
  await theChild();
  await images.close();
  for (const outcome of await ended) expect(outcome).toMatchObject({ reason: expect.any(ImagesBusyError) });
  await expect(images.make(photo, ["thumb"])).rejects.toBeInstanceOf(ImagesBusyError);
});

test("a missing file is an error, not a refusal", async () => {
  const error = await start({ processes: 1 })
    .make(join(folder, "nowhere"), ["thumb"])
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "ENOENT" });
  expect(error).not.toBeInstanceOf(PictureRefusedError);
});

test("a process that cannot be started fails its picture only", async () => {
  const images = start({ processes: 1 });
  const program = process.execPath;
  // Longer than any path the system takes: fork throws, as it does when memory runs out.
  process.execPath = `/${"x".repeat(5_000)}`;
  try {
    await expect(images.make(photo, ["thumb"])).rejects.toBeInstanceOf(ImagesBusyError);
  } finally {
    process.execPath = program;
  }
  expect((await images.make(photo, ["thumb"])).pictures).toHaveLength(2);
});

test("children die with the server, even when it is killed", async () => {
  const script = join(folder, "server.ts");
  await writeFile(
    script,
    `import { startImages } from ${JSON.stringify(new URL("./pool.ts", import.meta.url).href)};
     const images = startImages({ processes: 1 });
     await images.make(${JSON.stringify(photo)}, ["thumb"]);
     process.send("made");`,
  );
  const server = fork(script, { execArgv: [] });
  await once(server, "message");
  const [child = 0] = childrenOf(server.pid ?? 0);
  expect(child).toBeGreaterThan(0);
  server.kill("SIGKILL");
  await vi.waitFor(() => expect(existsSync(`/proc/${child}/fd/0`)).toBe(false), 10_000);
});
