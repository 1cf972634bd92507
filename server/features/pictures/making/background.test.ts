import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { BACKGROUND_VARIANTS, type PictureSize, UPLOAD_VARIANTS, VARIANTS } from "../../../../contract/limits.ts";
import type { PhotoId } from "../../../../contract/photos.ts";
import { getBatchStatus } from "../../../../contract/pictures.ts";
import type { Client } from "../../../../rig/client.ts";
import { advanceIntervals, soon } from "../../../../rig/server/advance-intervals.ts";
import { holdPictures, imagesWithBackground } from "../../../../rig/server/images-for-tests.ts";
import { runCommand } from "../../../../rig/server/run-command.ts";
import { grainyJpeg, tinyJpeg } from "../../../../rig/server/seed.ts";
import { startTestServer } from "../../../../rig/server/start-test-server.ts";
import { upload } from "../../../../rig/upload.ts";
import type { Deps } from "../../../deps.ts";

const WAITING = { timeout: 40_000, interval: 100 };

const missingCount = async (admin: Client) => (await admin.call(getBatchStatus)).statistics.estimated_missing_variants;

const untilNothingIsMissing = (admin: Client) =>
  vi.waitFor(async () => expect(await missingCount(admin)).toBe(0), WAITING);

const sizesOf = async ({ db }: Deps, id: PhotoId) =>
  (await db.selectFrom("variant").select("size").where("photo_id", "=", id).execute()).map(({ size }) => size).sort();

/** As an older version left it: these sizes and no others. */
async function recordAsMade({ db }: Deps, photo_id: PhotoId, sizes: readonly PictureSize[]) {
  const values = sizes.map((size) => ({ photo_id, size, width: 1, height: 1, jpeg_bytes: 1, avif_bytes: 1 }));
  await db.insertInto("variant").values(values).execute();
}

test("the sizes that an upload leaves out are counted as missing, and made before anyone asks", async () => {
  const { admin, visitor, seed, deps } = await startTestServer({}, imagesWithBackground);
  // Only the upload's own pictures are made before the status is read.
  const { make, release } = holdPictures(deps.images, 1);
  const { body } = await upload(admin, await seed.album(), [{ name: "a.jpg", bytes: await tinyJpeg() }]);
  const [photo] = body.photos;
  if (!photo) throw new Error("The photo was not stored");

  const before = await admin.call(getBatchStatus);
  release();
  await untilNothingIsMissing(admin);

  expect(before.statistics).toMatchObject({ estimated_missing_variants: 3, completion_percentage: 40 });
  // The background takes care of them.
  expect(before.recommendations.should_run_batch).toBe(false);
  expect(await sizesOf(deps, photo.id)).toEqual([...VARIANTS].sort());
  make.mockClear();
  for (const path of [photo.image_urls.large, photo.sources.avif.xlarge]) {
    expect((await visitor.fetch(path)).status).toBe(200);
  }
  expect(make).not.toHaveBeenCalled();
});

test("the medium AVIF of an upload is replaced by a smaller one, at the same URL", async () => {
  const server = await startTestServer({}, imagesWithBackground);
  const { admin, seed, deps } = server;
  const { body } = await upload(admin, await seed.album(), [{ name: "a.jpg", bytes: await grainyJpeg() }]);
  const [photo] = body.photos;
  if (!photo) throw new Error("The photo was not stored");
  const made = () =>
    deps.db
      .selectFrom("variant")
      .select(["width", "jpeg_bytes", "avif_bytes"])
      .where("photo_id", "=", photo.id)
      .where("size", "=", "medium")
      .executeTakeFirstOrThrow();
  const atUpload = await made();

  await vi.waitFor(async () => expect((await made()).avif_bytes).toBeLessThan(atUpload.avif_bytes ?? 0), WAITING);

  const now = await made();
  // A restart forgets the bytes in memory.
  const { visitor } = await server.restart();
  const [avif, jpeg] = [await visitor.fetch(photo.sources.avif.medium), await visitor.fetch(photo.image_urls.medium)];
  expect([avif.status, jpeg.status, now.width]).toEqual([200, 200, atUpload.width]);
  expect([avif, jpeg].map(({ headers }) => Number(headers.get("content-length")))).toEqual([
    now.avif_bytes,
    now.jpeg_bytes,
  ]);
});

test("a start finds what is missing, newest first, also in a library of an older version", async () => {
  const server = await startTestServer({}, imagesWithBackground);
  const [fromOlderVersion, fresh] = [await server.seed.picture(), await server.seed.picture()];
  await server.seed.picture({ deleted_at: "2026-01-01T00:00:00.000Z" });
  await recordAsMade(server.deps, fromOlderVersion.id, ["thumb", "medium", "large"]);
  await recordAsMade(server.deps, fresh.id, UPLOAD_VARIANTS);
  const make = vi.spyOn(server.deps.images, "make");

  const { admin } = await server.restart();
  await untilNothingIsMissing(admin);

  expect(make.mock.calls.map(([, sizes]) => sizes)).toEqual([
    ["medium", ...BACKGROUND_VARIANTS],
    ["medium", "small", "xlarge"],
  ]);
});

test("photos that are imported beside the server get their larger pictures within a minute", async () => {
  advanceIntervals();
  const { admin, deps } = await startTestServer({}, imagesWithBackground);
  const read = async () => await (await admin.fetch("/metrics")).text();
  await untilNothingIsMissing(admin);
  const folder = await mkdtemp(join(tmpdir(), "vitrine-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "a.jpg"), await tinyJpeg());

  expect(await runCommand("import", deps.config, [folder, "--album", "Beside"])).toMatchObject({ code: 0 });
  expect(await read()).toMatch(/^vitrine_pictures_missing\{size="xlarge"\} 1$/m);

  await soon(async () => expect(await missingCount(admin)).toBe(0));
  expect(await read()).toMatch(/^vitrine_pictures_missing\{size="xlarge"\} 0$/m);
});

test("a photo that cannot be made does not stop the others", async () => {
  const server = await startTestServer({}, imagesWithBackground);
  const sound = await server.seed.picture();
  const broken = await server.seed.picture({}, Buffer.from("this is no picture"));
  for (const { id } of [sound, broken]) await recordAsMade(server.deps, id, UPLOAD_VARIANTS);

  const { admin } = await server.restart();

  await vi.waitFor(async () => expect(await missingCount(admin)).toBe(BACKGROUND_VARIANTS.length), WAITING);
});

test("two nodes make each photo once", async () => {
  const server = await startTestServer({}, imagesWithBackground);
  for (let count = 0; count < 5; count++) {
    await recordAsMade(server.deps, (await server.seed.picture()).id, UPLOAD_VARIANTS);
  }
  const { images } = server.deps;
  const make = vi.spyOn(images, "make");
  // The first must not be done before the second looks.
  const { promise: bothRun, resolve: begin } = Promise.withResolvers<void>();
  const quiet = images.quiet.bind(images);
  vi.spyOn(images, "quiet").mockImplementation((signal) => bothRun.then(() => quiet(signal)));

  const { admin } = await server.restart();
  await server.startAnother();
  begin();
  await untilNothingIsMissing(admin);

  expect(make).toHaveBeenCalledTimes(5);
});

test("a server stops without waiting for background work, and the next start finds it", async () => {
  const server = await startTestServer({}, imagesWithBackground);
  const quiet = vi.spyOn(server.deps.images, "quiet");
  // Only the stop ends it: how long it would be quiet depends on the machine.
  quiet.mockImplementationOnce((signal) => once(signal, "abort").then(() => signal.throwIfAborted()));
  await upload(server.admin, await server.seed.album(), [{ name: "a.jpg", bytes: await tinyJpeg() }]);
  await vi.waitFor(() => expect(quiet).toHaveBeenCalledTimes(1), WAITING);

  const { admin } = await server.restart();

  await expect(quiet.mock.results[0]?.value).rejects.toThrow();
  await untilNothingIsMissing(admin);
});
