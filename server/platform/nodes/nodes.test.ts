import { expect, test, vi } from "vitest";
import { updatePhoto } from "../../../contract/photos.ts";
import { getBatchStatus, startBatch } from "../../../contract/pictures.ts";
import { startTestServer } from "../../testing/start-test-server.ts";

test("a photo made private on one node disappears on all within two seconds", async () => {
  const { admin, visitor, seed, startAnother } = await startTestServer();
  const other = await startAnother();
  const album = await seed.album();
  const { id, internal_id } = await seed.picture({ album });
  const picture = `/images/${internal_id}/thumb-1.jpg`;
  const page = `/api/v1/albums/${album.slug}/photos/${id}`;
  // Twice, so that it is answered from memory.
  for (const path of [picture, page, picture, page]) {
    expect((await visitor.fetch(path)).status).toBe(200);
    expect((await fetch(other.url + path)).status).toBe(200);
  }

  await admin.call(updatePhoto, { params: { id }, body: { visibility: 1 } });
  const changedAt = performance.now();

  for (const path of [picture, page]) {
    expect((await visitor.fetch(path)).status).toBe(404);
    await vi.waitFor(async () => expect((await fetch(other.url + path)).status).toBe(404), {
      timeout: 5_000,
      interval: 20,
    });
    expect(performance.now() - changedAt).toBeLessThan(2_000);
  }
});

test("a picture first requested on two nodes simultaneously is made once", async () => {
  const { visitor, seed, startAnother, deps } = await startTestServer();
  const other = await startAnother();
  const { internal_id } = await seed.picture({ album: await seed.album() });
  const make = vi.spyOn(deps.images, "make");
  const path = `/images/${internal_id}/large-1.jpg`;

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? visitor.fetch(path) : fetch(other.url + path))),
  );

  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  expect(make).toHaveBeenCalledTimes(1);
});

test("every node shows the same progress of a run, and each photo is made once", async () => {
  const { admin, seed, startAnother, deps } = await startTestServer();
  await startAnother();
  for (let count = 0; count < 8; count++) await seed.picture();
  const make = vi.spyOn(deps.images, "make");

  await admin.call(startBatch, { body: {} });
  await vi.waitFor(
    async () => expect((await admin.call(getBatchStatus)).job).toMatchObject({ state: "done", processed: 8 }),
    { timeout: 40_000, interval: 100 },
  );

  expect(make).toHaveBeenCalledTimes(8);
});
