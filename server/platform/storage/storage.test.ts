import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startS3 } from "../../../rig/s3.ts";
import { readConfig } from "../../config.ts";
import { diskStorage } from "./disk.ts";
import { openStorage } from "./open-storage.ts";
import type { Storage } from "./storage.ts";
import { StorageError } from "./storage-error.ts";

type StorageUnderTest = { storage: Storage; stop(): Promise<void> };

/** Every storage behaves the same, so every storage has the same tests. */
const STORAGES: { name: string; start(): Promise<StorageUnderTest> }[] = [
  {
    name: "disk",
    async start() {
      const folder = await mkdtemp(join(tmpdir(), "vitrine-storage-"));
      return { storage: diskStorage(folder), stop: () => rm(folder, { recursive: true, force: true }) };
    },
  },
  {
    name: "s3",
    async start() {
      const dataDir = await mkdtemp(join(tmpdir(), "vitrine-storage-"));
      const s3 = await startS3();
      return {
        storage: openStorage(readConfig({ DATA_DIR: dataDir, ...s3.env })),
        async stop() {
          await s3.stop();
          await rm(dataDir, { recursive: true, force: true });
        },
      };
    },
  },
];

describe.each(STORAGES)("$name", ({ start }) => {
  let under: StorageUnderTest;
  let storage: Storage;
  beforeEach(async () => {
    under = await start();
    storage = under.storage;
  });
  afterEach(async () => {
    await storage.close();
    await under.stop();
  });

  test.each([
    "../secret",
    "originals/../../secret",
    "/etc/hostname",
    "originals/..",
    "originals//a.jpg",
    "a\0b",
    "",
    ".",
  ])("the key '%s', which is not one of ours, is refused by everything", async (key) => {
    const uses = [
      () => storage.sizeOf(key),
      () => storage.open(key),
      () => storage.open(key, { start: 0, end: 1 }),
      () => storage.read(key),
      () => storage.copyToTemp(key),
      () => storage.withLocalFile(key, async () => "used"),
      () => storage.putBytes(key, Buffer.from("x")),
      async () => storage.putFile(key, await storage.writeTemp(Readable.from([Buffer.from("x")]))),
      () => storage.delete([key]),
      async () => storage.presign?.(key) ?? storage.sizeOf(key),
    ];

    for (const use of uses) await expect(use()).rejects.toBeInstanceOf(StorageError);
  });

  test("a stored file is read back, whole or in part", async () => {
    await storage.putBytes("originals/ab/abc.jpg", Buffer.from("0123456789"));

    expect(await storage.read("originals/ab/abc.jpg")).toEqual(Buffer.from("0123456789"));
    const whole = await storage.open("originals/ab/abc.jpg");
    const part = await storage.open("originals/ab/abc.jpg", { start: 2, end: 4 });

    expect(whole?.size).toBe(10);
    expect(await storage.sizeOf("originals/ab/abc.jpg")).toBe(10);
    expect(whole && (await buffer(whole.stream)).toString()).toBe("0123456789");
    expect(part && (await buffer(part.stream)).toString()).toBe("234");
  });

  test("an incoming file is moved to its key", async () => {
    const path = await storage.writeTemp(chunks("in ", "two parts"));

    await storage.putFile("originals/ab/abc.jpg", path);

    expect(await read("originals/ab/abc.jpg")).toBe("in two parts");
    await expect(storage.putFile("originals/ab/other.jpg", path)).rejects.toThrow();
  });

  test("an incoming file is stored unchanged, whatever the sizes of its pieces", async () => {
    const pieces = [3, 64 * 1024, 0, 700 * 1024, 1, 512 * 1024, 511 * 1024, 1024, 2].map((size) => randomBytes(size));

    await storage.putFile("originals/ab/abc.jpg", await storage.writeTemp(Readable.from(pieces)));

    const stored = await storage.read("originals/ab/abc.jpg");
    expect(stored?.equals(Buffer.concat(pieces))).toBe(true);
  });

  test("storing again replaces the file", async () => {
    await storage.putBytes("variants/ab/abc/thumb.jpg", Buffer.from("first"));
    await storage.putBytes("variants/ab/abc/thumb.jpg", Buffer.from("second, longer"));

    expect(await read("variants/ab/abc/thumb.jpg")).toBe("second, longer");
  });

  test("a missing key opens as undefined, even if it is a prefix of other keys", async () => {
    await storage.putBytes("variants/ab/abc/thumb.jpg", Buffer.from("x"));

    expect(await storage.open("variants/ab/abc/medium.jpg")).toBeUndefined();
    expect(await storage.read("variants/ab/abc/medium.jpg")).toBeUndefined();
    expect(await storage.open("variants/ab/abc")).toBeUndefined();
    expect(await storage.sizeOf("variants/ab/abc")).toBeUndefined();
    expect(await storage.open("variants/ab/abc/thumb.jpg/more")).toBeUndefined();
    expect(await storage.withLocalFile("variants/ab/abc/medium.jpg", async () => "read")).toBeUndefined();
  });

  test("a copy of a stored file can be moved to another key, and the file stays", async () => {
    await storage.putBytes("uploads/ab/part", Buffer.from("content"));

    const path = await storage.copyToTemp("uploads/ab/part");
    await storage.putFile("originals/ab/abc.jpg", path ?? "");

    expect(await read("originals/ab/abc.jpg")).toBe("content");
    expect(await read("uploads/ab/part")).toBe("content");
    expect(await storage.copyToTemp("uploads/ab/other")).toBeUndefined();
  });

  test("a file is available under a local path", async () => {
    await storage.putBytes("originals/ab/abc.jpg", Buffer.from("content"));

    const text = await storage.withLocalFile("originals/ab/abc.jpg", (path) => readFile(path, "utf8"));

    expect(text).toBe("content");
  });

  test("deleting twice works, and other files stay", async () => {
    await storage.putBytes("variants/ab/abc/thumb.jpg", Buffer.from("x"));
    await storage.putBytes("variants/ab/abc/medium.jpg", Buffer.from("y"));

    await storage.delete(["variants/ab/abc/thumb.jpg"]);
    await storage.delete(["variants/ab/abc/thumb.jpg", "originals/no/never.jpg"]);

    expect(await keys()).toEqual(["variants/ab/abc/medium.jpg"]);
  });

  test("a photo's folder is removed with its last file, and made again for the next", async () => {
    await storage.putBytes("variants/ab/abc/thumb.jpg", Buffer.from("x"));
    await storage.delete(["variants/ab/abc/thumb.jpg"]);
    await storage.putBytes("variants/ab/abc/thumb.jpg", Buffer.from("again"));

    expect(await read("variants/ab/abc/thumb.jpg")).toBe("again");
  });

  test("lists originals, then variants, in the order of their keys, with sizes", async () => {
    const given = [
      "variants/b0/b0/thumb.jpg",
      "originals/b0/b0.jpg",
      "variants/a0/a0/thumb.avif",
      "originals/a0/a0.png",
    ];
    for (const key of given) await storage.putBytes(key, Buffer.from(key));
    await storage.putBytes("library-id", Buffer.from("not a photo's"));

    const listed = [];
    for await (const entry of storage.list()) listed.push(entry);

    expect(listed).toEqual([...given].sort().map((key) => ({ key, size: key.length })));
  });

  test("the pictures of one photo can be stored concurrently", async () => {
    const sizes = ["thumb", "medium", "large", "original"];

    await Promise.all(sizes.map((size) => storage.putBytes(`variants/ab/abc/${size}.jpg`, Buffer.from(size))));

    expect(await keys()).toHaveLength(4);
  });

  test("leftover incoming files can be removed", async () => {
    const old = await storage.writeTemp(chunks("left by a crash"));

    await storage.removeTemps(new Date(Date.now() - 60_000));
    await storage.putFile("originals/ab/kept.jpg", old);
    const left = await storage.writeTemp(chunks("left by a crash"));
    await storage.removeTemps();

    await expect(storage.putFile("originals/ab/gone.jpg", left)).rejects.toThrow();
    expect(await keys()).toEqual(["originals/ab/kept.jpg"]);
  });

  test("an interrupted source leaves nothing behind", async () => {
    async function* broken() {
      yield Buffer.from("some");
      throw new Error("broke off");
    }

    await expect(storage.writeTemp(broken())).rejects.toThrow("broke off");
  });

  test("reports whether it can be used", async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });

  async function read(key: string): Promise<string | undefined> {
    const file = await storage.open(key);
    return file && (await buffer(file.stream)).toString();
  }

  async function keys(): Promise<string[]> {
    const found = [];
    for await (const { key } of storage.list()) found.push(key);
    return found;
  }
});

async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
