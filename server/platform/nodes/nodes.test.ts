import { expect, test, vi } from "vitest";
import { updateCategory } from "../../../contract/categories.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { getBatchStatus, startBatch } from "../../../contract/pictures.ts";
import { updateSite } from "../../../contract/site.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";

test("a photo made private on one node disappears on all within two seconds", async () => {
  const { admin, visitor, seed, startAnother } = await startTestServer();
  const other = await startAnother();
  const album = await seed.album();
  const { id, internal_id } = await seed.picture({ album });
  const picture = `/images/${internal_id}/thumb-1.jpg`;
  const page = `/api/v1/albums/${album.slug}/photos/${id}`;
  // Twice, so that it is served from memory.
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

test("a site setting and categories changed on one node show on all within two seconds", async () => {
  const { admin, url, startAnother } = await startTestServer();
  const other = await startAnother();
  const read = async (node: string, path: string) => {
    const response = await fetch(node + path, { redirect: "manual" });
    return { status: response.status, location: response.headers.get("location"), text: await response.text() };
  };
  for (const node of [url, other.url]) {
    // Twice, so that it is served from memory.
    for (const path of ["/", "/urban", "/travel", "/", "/urban", "/travel"]) {
      expect((await read(node, path)).status).toBe(200);
    }
  }

  await admin.call(updateSite, { body: { name: "Mira Holm" } });
  await admin.call(updateCategory, { params: { key: "travel" }, body: { key: "journeys", name: "Journeys" } });
  await admin.call(updateCategory, { params: { key: "urban" }, body: { hidden: true } });
  const changedAt = performance.now();

  for (const node of [url, other.url]) {
    const showsAll = async () => {
      const { text } = await read(node, "/");
      expect(text).toContain("Mira Holm");
      expect(text).toContain("Journeys");
      expect(text).not.toContain("Urban");
      expect(await read(node, "/travel")).toMatchObject({ status: 301, location: "/journeys" });
      expect((await read(node, "/urban")).status).toBe(404);
    };
    await vi.waitFor(showsAll, { timeout: 5_000, interval: 20 });
    expect(performance.now() - changedAt).toBeLessThan(2_000);
  }
});

test("a picture first requested on two nodes simultaneously is made once", async () => {
  const { visitor, seed, startAnother, deps } = await startTestServer();
  const other = await startAnother();
  const { internal_id } = await seed.picture({ album: await seed.album() });
  const make = vi.spyOn(deps.images, "make");
  const path = `/images/${internal_id}/large-1.jpg`;

  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? visitor.fetch(path) : fetch(other.url + path))),
  );

  expect(responses.map((response) => response.status)).toEqual(responses.map(() => 200));
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
