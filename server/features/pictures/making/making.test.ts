import { expect, test, vi } from "vitest";
import { API_PREFIX } from "../../../../contract/endpoint.ts";
import { generateVariant } from "../../../../contract/pictures.ts";
import { holdPictures } from "../../../../rig/server/images-for-tests.ts";
import { tinyJpeg } from "../../../../rig/server/seed.ts";
import { shareTestServer, startTestServer } from "../../../../rig/server/start-test-server.ts";

test("a size is made once, and its URL works", async () => {
  const { visitor, seed } = await shareTestServer();
  const { internal_id } = await seed.picture({ album: await seed.album() });
  const generate = () =>
    visitor.call(generateVariant, { params: { internalId: internal_id }, body: { variant: "large" } });

  const first = await generate();
  const second = await generate();

  expect(first).toMatchObject({ success: true, variant: "large", generated: true });
  expect(second).toMatchObject({ generated: false, url: first.url });
  expect((await visitor.fetch(first.url)).headers.get("content-type")).toBe("image/jpeg");
});

test("two hundred calls for one picture decode it once", async () => {
  const { visitor, seed, deps } = await shareTestServer();
  const { internal_id } = await seed.picture({ album: await seed.album() });
  const make = vi.spyOn(deps.images, "make");

  const responses = await Promise.all(
    Array.from({ length: 200 }, () =>
      visitor.call(generateVariant, { params: { internalId: internal_id }, body: { variant: "large" } }),
    ),
  );

  expect(responses.every((response) => response.variant === "large")).toBe(true);
  expect(make).toHaveBeenCalledTimes(1);
});

test("the queue of requested pictures is bounded: requests beyond it get a 503 with Retry-After, and pages still load", async () => {
  // Sent to one node, because each has a queue.
  const { node, seed, deps } = await startTestServer();
  const album = await seed.album();
  const original_key = "originals/sh/shared.jpg";
  await deps.storage.putBytes(original_key, await tinyJpeg());
  const photos = [];
  for (let count = 0; count < 40; count++) photos.push(await seed.photo({ album, original_key }));
  const { release } = holdPictures(deps.images);

  const responses: Response[] = [];
  const calls = photos.map(async ({ internal_id }) => {
    const response = await fetch(`${node.url}${API_PREFIX}/images/${internal_id}/generate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ variant: "thumb" }),
    });
    responses.push(response);
  });
  await vi.waitFor(() => expect(responses).toHaveLength(8), 20_000);
  const page = await fetch(`${node.url}${API_PREFIX}/albums/${album.slug}`);
  release();
  await Promise.all(calls);

  expect(page.status).toBe(200);
  expect(responses.map(({ status }) => status)).toEqual([...Array(8).fill(503), ...Array(32).fill(200)]);
  for (const response of responses.slice(0, 8)) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("an IP address that has had too many pictures made must wait, but still sees existing ones", async () => {
  const { visitor, seed, deps, clock } = await startTestServer();
  const album = await seed.album();
  const existing = await seed.picture({ album });
  const missing = await seed.picture({ album });
  const generate = (internalId: string) => ({ params: { internalId }, body: { variant: "large" as const } });
  await visitor.call(generateVariant, generate(existing.internal_id));
  await deps.db.updateTable("rate_limit").set({ count: 300 }).where("key", "like", "make:%").execute();

  const refused = await visitor.refused(generateVariant, generate(missing.internal_id));

  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await visitor.call(generateVariant, generate(existing.internal_id))).toMatchObject({ generated: false });
  clock.advanceMs(61_000);
  expect(await visitor.call(generateVariant, generate(missing.internal_id))).toMatchObject({ generated: true });
});

test("only known sizes can be requested", async () => {
  const { visitor, seed } = await shareTestServer();
  const { internal_id } = await seed.picture({ album: await seed.album() });
  const ask = (variant: string) =>
    visitor.refused(generateVariant, { params: { internalId: internal_id }, body: { variant: variant as "thumb" } });

  expect((await ask("original")).status).toBe(422);
  expect((await ask("../../etc/passwd")).status).toBe(422);
});

test("a picture that cannot be made is tried three times, then never again", async () => {
  const { visitor, seed, deps } = await shareTestServer();
  const { internal_id } = await seed.picture({ album: await seed.album() }, Buffer.from("this is not a picture"));
  const make = vi.spyOn(deps.images, "make");

  for (let count = 0; count < 5; count++) {
    expect((await visitor.fetch(`/images/${internal_id}/large-1.jpg`)).status).toBe(404);
  }

  expect(make).toHaveBeenCalledTimes(3);
});

test("a file lost by the storage does not count as the photo's failure", async () => {
  const { visitor, seed, deps } = await shareTestServer();
  const { id, internal_id } = await seed.photo({ album: await seed.album() });

  for (let count = 0; count < 4; count++) {
    expect((await visitor.fetch(`/images/${internal_id}/large-1.jpg`)).status).toBe(503);
  }

  const row = await deps.db.selectFrom("photo").select("variant_error").where("id", "=", id).executeTakeFirst();
  expect(row?.variant_error).toBeNull();
});

test("a photo deleted while its picture is made is not found", async () => {
  const { node, seed, deps } = await startTestServer();
  const photo = await seed.picture({ album: await seed.album() });
  const { promise: isDeleted, resolve: finish } = Promise.withResolvers<void>();
  const isMaking = new Promise<void>((resolve) => {
    // The picture is made while this lock is held.
    void deps.locks.hold(`make/${photo.id}`, async () => {
      resolve();
      await isDeleted;
    });
  });
  await isMaking;

  const response = fetch(`${node.url}${API_PREFIX}/images/${photo.internal_id}/generate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant: "large" }),
  });
  // It has found the photo and waits for the lock.
  const counted = () => deps.db.selectFrom("rate_limit").selectAll().where("key", "like", "make:%").execute();
  await vi.waitFor(async () => expect(await counted()).toHaveLength(1), 20_000);
  await deps.db.deleteFrom("photo").where("id", "=", photo.id).execute();
  finish();

  expect((await response).status).toBe(404);
});
