import { globSync } from "node:fs";
import { mkdtemp, readdir, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createAlbum } from "../contract/albums.ts";
import { listPhotos } from "../contract/photos.ts";
import { getBatchStatus } from "../contract/pictures.ts";
import { makePicture } from "../rig/make-picture.ts";
import { runCommand } from "../rig/server/run-command.ts";
import { type ServerProcess, startServerProcess } from "../rig/server-process.ts";
import { upload } from "../rig/upload.ts";

/** The quick ones; `npm run prove:faults` tries harder. Each starts the server several times. */
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
let running: ServerProcess | undefined;

// One library, which goes through all of it: each start of the server takes a second of processor time.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-faults-"));
  const { admin } = await start();
  await admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
  await upload(admin, { slug: "album" }, [{ name: "first.jpg", bytes: await makePicture() }]);
});

afterAll(async () => {
  await end("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** The one that runs, or another. */
async function start(): Promise<ServerProcess> {
  running ??= await startServerProcess(folder);
  return running;
}

async function end(signal: NodeJS.Signals): Promise<number | null> {
  const server = running;
  running = undefined;
  server?.signal(signal);
  return server ? server.ended : null;
}

test("a server killed during uploads keeps exactly the photos it had acknowledged", async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const server = await start();
    const uploads = Array.from({ length: 4 }, async (_, lane) => {
      for (let turn = 0; ; turn++) {
        const name = `${round}-${lane}-${turn}.jpg`;
        const bytes = await makePicture({ colour: `#${round}${lane}${turn % 10}` });
        const { status } = await upload(server.admin, { slug: "album" }, [{ name, bytes }]);
        if (status === 201) acknowledged.push(name);
        if (acknowledged.length > round * 4 + 4) server.signal("SIGKILL");
      }
    });
    // Each ends with the connection.
    await Promise.allSettled(uploads);
    await end("SIGKILL");
  }
  const server = await start();
  const { photos } = await server.admin.call(listPhotos, { query: {} });
  await vi.waitFor(
    async () => expect((await server.admin.call(getBatchStatus)).statistics.estimated_missing_variants).toBe(0),
    { timeout: 40_000, interval: 100 },
  );
  const doctor = await runCommand("doctor", { dataDir: folder, databaseUrl: undefined }, ["--verify"]);

  expect(photos.map((photo) => photo.filename)).toEqual(expect.arrayContaining(acknowledged));
  // The original, and five sizes as JPEG and AVIF.
  expect(doctor.out).toBe(`${photos.length} photos and ${photos.length * 11} files: all is well.\n`);
});

test("a second server on the same data folder refuses to start", async () => {
  await start();

  await expect(startServerProcess(folder)).rejects.toThrow(
    `Vitrine cannot start: another Vitrine is running on the folder ${folder}. Stop it first, or set DATA_DIR\n`,
  );
});

test("a server stopped during an upload finishes it and exits cleanly", async () => {
  const server = await start();
  const bytes = await makePicture({ width: 3000, height: 2000 });

  const uploading = upload(server.admin, { slug: "album" }, [{ name: "a.jpg", bytes }]);
  // Once the file is being received, the request has been accepted.
  await expect.poll(() => readdir(join(folder, "storage/temp"))).not.toEqual([]);
  const ended = end("SIGTERM");

  expect((await uploading).status).toBe(201);
  expect(await ended).toBe(0);
});

test("a server refuses to start on a storage that is not mounted", async () => {
  await end("SIGTERM");

  await rename(join(folder, "storage"), join(folder, "unmounted"));
  await expect(startServerProcess(folder)).rejects.toThrow(
    "Vitrine cannot start: the storage is empty although the library has photos. Is its disk mounted?\n",
  );
  await rename(join(folder, "unmounted"), join(folder, "storage"));
  expect((await start()).startMs).toBeGreaterThan(0);
});

test("a large picture whose file cannot be read is an error for its visitor, not the end of the server", async () => {
  const server = await start();
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const file = sharp({ create: { width: 1200, height: 900, channels: 3, background: "#000", noise } });
  const bytes = await file.jpeg({ quality: 95 }).toBuffer();
  const { body } = await upload(server.admin, { slug: "album" }, [{ name: "a.jpg", bytes }]);
  const { internal_id = "", image_urls } = body.photos[0] ?? {};
  const path = image_urls?.large ?? "";
  expect(Number((await server.visitor.fetch(path)).headers.get("content-length"))).toBeGreaterThan(512 * 1024);
  const [stored = ""] = globSync(join(folder, `storage/variants/*/${internal_id}/large.jpg`));
  await rm(stored);
  // A link to itself: every look at the file fails with ELOOP.
  await symlink(stored, stored);

  expect((await server.visitor.fetch(path)).status).toBe(503);
  expect((await server.visitor.fetch("/healthz")).status).toBe(200);
});
