import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { getAlbum } from "../../../../contract/albums.ts";
import { getPhoto } from "../../../../contract/photos.ts";
import { BatchOptions, getBatchStatus, listBatchFailures, startBatch } from "../../../../contract/pictures.ts";
import type { Client } from "../../../../rig/client.ts";
import { hdrPicture } from "../../../../rig/pictures/hdr-picture.ts";
import { advanceIntervals, soon } from "../../../../rig/server/advance-intervals.ts";
import { holdPictures } from "../../../../rig/server/images-for-tests.ts";
import { grainyJpeg } from "../../../../rig/server/seed.ts";
import { startTestServer } from "../../../../rig/server/start-test-server.ts";
import { originalKey, variantKey } from "../../../library/files/keys.ts";
import type { MadePictures } from "../../../platform/images/images.ts";

async function finished(admin: Client) {
  return vi.waitFor(
    async () => {
      const status = await admin.call(getBatchStatus);
      expect(status.job?.state).toBe("done");
      return status;
    },
    { timeout: 50_000, interval: 100 },
  );
}

const sizesOf = async (admin: Client, id: number) =>
  (await admin.call(getPhoto, { params: { id } })).photo.missing_variants;

test("a library without photos is complete and needs no run", async () => {
  const { admin } = await startTestServer();

  const status = await admin.call(getBatchStatus);
  const started = await admin.call(startBatch, { body: {} });

  expect(status).toMatchObject({
    statistics: { total_photos: 0, estimated_missing_variants: 0, completion_percentage: 100 },
    recommendations: { should_run_batch: false },
    job: null,
  });
  expect(started.total_photos).toBe(0);
});

test("a run makes what is missing and reports its progress", async () => {
  const { admin, seed } = await startTestServer();
  const pictures = [await seed.picture(), await seed.picture(), await seed.picture()];
  await seed.picture({ deleted_at: "2026-01-01T00:00:00.000Z" });
  const before = await admin.call(getBatchStatus);
  expect(before.statistics).toEqual({
    total_photos: 3,
    estimated_missing_variants: 15,
    completion_percentage: 0,
  });
  expect(before.recommendations).toEqual({
    should_run_batch: true,
    estimated_processing_time: "less than a minute",
  });

  const started = await admin.call(startBatch, { body: {} });
  expect(started.total_photos).toBe(3);
  const after = await finished(admin);

  expect(after.job).toMatchObject({ state: "done", processed: 3, total: 3, failed: 0 });
  expect(after.statistics).toMatchObject({ estimated_missing_variants: 0, completion_percentage: 100 });
  expect(after.recommendations.should_run_batch).toBe(false);
  for (const { id } of pictures) expect(await sizesOf(admin, id)).toEqual([]);
  expect((await admin.call(startBatch, { body: {} })).total_photos).toBe(0);
});

test("size and limit narrow a run", async () => {
  const { admin, seed } = await startTestServer();
  const first = await seed.picture();
  const second = await seed.picture();

  const started = await admin.call(startBatch, { body: { size: "thumb", limit: 1 } });
  await finished(admin);

  expect(started.total_photos).toBe(1);
  expect(await sizesOf(admin, first.id)).toEqual(["medium"]);
  expect(await sizesOf(admin, second.id)).toEqual(["thumb", "medium"]);
});

test("the AVIF of a run for one size has the bytes of those made in the background", async () => {
  const { admin, seed, deps } = await startTestServer();
  const { id, internal_id } = await seed.picture({}, await grainyJpeg());
  const avifOf = ({ pictures }: MadePictures) =>
    pictures.find(({ size, format }) => size === "medium" && format === "avif")?.bytes;
  const make = (hasTime: boolean) =>
    deps.storage.withLocalFile(originalKey(internal_id, "jpeg"), (path) =>
      deps.images.make(path, ["medium"], { hasTime }),
    );

  await admin.call(startBatch, { body: { size: "medium" } });
  await finished(admin);

  const [quick, slow] = [await make(false), await make(true)];
  if (!quick || !slow) throw new Error("The original is not in storage");
  const stored = await deps.storage.read(variantKey(internal_id, "medium", "avif"));
  expect(stored?.equals(avifOf(slow) ?? Buffer.alloc(0))).toBe(true);
  expect(stored?.length).toBeLessThan(avifOf(quick)?.length ?? 0);
  expect(await sizesOf(admin, id)).toEqual(["thumb"]);
});

test("regenerating everything gives every picture a new URL, including large ones", async () => {
  const { admin, visitor, seed } = await startTestServer();
  const { id, internal_id } = await seed.picture({ album: await seed.album() });
  const large = await visitor.fetch(`/images/${internal_id}/large-1.jpg`);
  const before = (await admin.call(getPhoto, { params: { id } })).photo.image_urls.large;

  await admin.call(startBatch, { body: { force: true } });
  await finished(admin);

  const after = (await admin.call(getPhoto, { params: { id } })).photo.image_urls.large;
  expect(after).not.toBe(before);
  const again = await visitor.fetch(after);
  expect(again.status).toBe(200);
  expect(again.headers.get("etag")).not.toBe(large.headers.get("etag"));
});

test("regenerating everything shows the gain map of a photo from a version that ignored it", async () => {
  const { admin, visitor, seed } = await startTestServer();
  const album = await seed.album();
  const { id } = await seed.picture({ album }, await hdrPicture({ width: 400, height: 300 }));
  const shown = async () => (await visitor.call(getAlbum, { params: { slug: album.slug } })).data.photos[0];
  expect(await shown()).toMatchObject({ id, hdr: false });

  await admin.call(startBatch, { body: { force: true } });
  await finished(admin);

  const photo = await shown();
  expect(photo).toMatchObject({ id, hdr: true });
  const picture = await (await visitor.fetch(photo?.sources.hdr?.large ?? "")).arrayBuffer();
  expect((await sharp(picture).metadata()).gainMap).toBeDefined();
});

test("a photo whose pictures cannot be made is tried three times, listed, and never stops the rest", async () => {
  const { admin, visitor, seed, deps } = await startTestServer();
  const album = await seed.album();
  const make = vi.spyOn(deps.images, "make");
  const broken = await seed.picture({ album }, Buffer.from("this is not a picture"));
  const sound = await seed.picture({ album });

  await admin.call(startBatch, { body: {} });
  const status = await finished(admin);

  expect(status.job).toMatchObject({ processed: 2, total: 2, failed: 1 });
  expect(await sizesOf(admin, sound.id)).toEqual([]);
  expect(make).toHaveBeenCalledTimes(4);
  const { photos } = await admin.call(listBatchFailures);
  expect(photos).toMatchObject([{ photo: { id: broken.id }, reason: expect.stringMatching(/\w+ \w+/) }]);
  // It would fail again, so no run is recommended, and visitors cannot make the server retry.
  expect(status.recommendations.should_run_batch).toBe(false);
  expect((await visitor.fetch(`/images/${broken.internal_id}/thumb-1.jpg`)).status).toBe(404);
  expect(make).toHaveBeenCalledTimes(4);
});

test("the next run makes the pictures of a failed photo whose file is sound again", async () => {
  const { admin, seed, deps } = await startTestServer();
  const broken = await seed.picture({ original_key: "originals/xx/x.jpg" }, Buffer.from("this is not a picture"));
  await admin.call(startBatch, { body: {} });
  await finished(admin);
  const sound = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  const { photo } = await admin.call(getPhoto, { params: { id: broken.id } });
  expect(photo.variant_error).not.toBeNull();
  await deps.storage.putBytes("originals/xx/x.jpg", sound);

  await admin.call(startBatch, { body: {} });
  // As soon as the pictures exist, even before the run has ended.
  await vi.waitFor(async () => expect(await sizesOf(admin, broken.id)).toEqual([]), { timeout: 50_000 });

  expect((await admin.call(listBatchFailures)).photos).toEqual([]);
});

test("one run at a time, no matter how many are started", async () => {
  const { admin, seed, deps } = await startTestServer();
  for (let count = 0; count < 5; count++) await seed.picture();
  const { release } = holdPictures(deps.images);

  const responses = await Promise.allSettled(
    Array.from({ length: 10 }, () => admin.call(startBatch, { body: { force: true } })),
  );

  expect(responses.filter((response) => response.status === "fulfilled")).toHaveLength(1);
  expect(
    responses.filter((response) => response.status === "rejected" && /409/.test(String(response.reason))),
  ).toHaveLength(9);
  release();
  await finished(admin);
});

test("a run interrupted by a stop resumes after the next start", async () => {
  const server = await startTestServer();
  for (let count = 0; count < 8; count++) await server.seed.picture();
  const { make, release } = holdPictures(server.deps.images, 1);
  await server.admin.call(startBatch, { body: {} });
  await vi.waitFor(async () => expect((await server.admin.call(getBatchStatus)).job?.processed).toBeGreaterThan(0), {
    timeout: 20_000,
  });

  const restarting = server.restart();
  expect(make.mock.calls.length).toBeLessThan(8);
  release();
  const { admin } = await restarting;

  const status = await finished(admin);
  expect(status.job).toMatchObject({ processed: 8, total: 8, failed: 0 });
  expect(status.statistics.estimated_missing_variants).toBe(0);
});

test.each([
  ["with photos to do", "waiting"],
  ["with nothing left to do", "done"],
] as const)("a run %s whose jobs are lost while the server runs goes on, and ends", async (_what, state) => {
  advanceIntervals();
  const { admin, seed, deps } = await startTestServer();
  const { id } = await seed.picture();
  const options = JSON.stringify(BatchOptions.parse({}));
  const { id: run_id } = await deps.db
    .insertInto("batch_run")
    .values({ state: "running", options, total: 1, started_at: deps.now().toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await deps.db.insertInto("batch_item").values({ run_id, photo_id: id, state }).execute();
  expect((await admin.refused(startBatch, { body: {} })).status).toBe(409);

  const job = await soon(async () => {
    const { job } = await admin.call(getBatchStatus);
    expect(job?.state).toBe("done");
    return job;
  });

  expect(job).toMatchObject({ processed: 1, total: 1, failed: 0 });
  expect(await sizesOf(admin, id)).toEqual(state === "waiting" ? [] : ["thumb", "medium"]);
  const again = await admin.call(startBatch, { body: {} });
  expect(again.total_photos).toBe(state === "waiting" ? 0 : 1);
});

test("visitors cannot start a run", async () => {
  const { visitor } = await startTestServer();

  expect((await visitor.refused(startBatch, { body: {} })).status).toBe(401);
  expect((await visitor.refused(getBatchStatus)).status).toBe(401);
});

test("wrong options are refused and start nothing", async () => {
  const { admin } = await startTestServer();

  const body = { size: "huge", limit: -1 } as unknown as { limit: number };
  const refused = await admin.refused(startBatch, { body });

  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors ?? {})).toEqual(["size", "limit"]);
});
