import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { startTestServer } from "../../../../rig/server/start-test-server.ts";
import type { Deps } from "../../../deps.ts";
import { variantKey } from "../../../library/files/keys.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Noise does not compress: its full-size picture takes about a megabyte. */
const noise = () =>
  sharp({
    create: {
      width: 1200,
      height: 800,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

const isStored = async ({ storage }: Deps, internalId: string) =>
  (await storage.sizeOf(variantKey(internalId, "original", "jpeg"))) !== undefined;

test("full-size pictures made for visitors stay within their budget; the least recently requested go first", async () => {
  const { visitor, seed, deps, clock } = await startTestServer({ ON_DEMAND_MB: "2" });
  const album = await seed.album();
  const bytes = await noise();
  const ask = async ({ internal_id }: { internal_id: string }, size = "original") => {
    clock.advanceMs(2 * HOUR_MS);
    const response = await visitor.fetch(`/images/${internal_id}/${size}-1.jpg`);
    expect(response.status).toBe(200);
    return (await response.arrayBuffer()).byteLength;
  };
  const [first, second, third] = [
    await seed.picture({ album }, bytes),
    await seed.picture({ album }, bytes),
    await seed.picture({ album }, bytes),
  ];
  const size = await ask(first);
  expect(size).toBeGreaterThan(700_000);
  expect(size).toBeLessThan(1_000_000);
  await ask(second);
  await ask(second, "large");
  // The first is now the one most recently requested.
  await ask(first);
  await vi.waitFor(async () => {
    const rows = await deps.db
      .selectFrom("variant")
      .select("photo_id")
      .where("on_demand_at", "is not", null)
      .orderBy("on_demand_at", "desc")
      .execute();
    expect(rows[0]?.photo_id).toBe(first.id);
  }, 20_000);

  await ask(third);

  expect(await isStored(deps, first.internal_id)).toBe(true);
  expect(await isStored(deps, second.internal_id)).toBe(false);
  expect(await isStored(deps, third.internal_id)).toBe(true);
  // The budget does not apply to large pictures, even if a visitor requested one first.
  expect(await deps.storage.sizeOf(variantKey(second.internal_id, "large", "jpeg"))).toBeGreaterThan(0);
  expect(await deps.db.selectFrom("storage_intent").selectAll().execute()).toEqual([]);
  // What was evicted is made again.
  await ask(second);
  expect(await isStored(deps, first.internal_id)).toBe(false);
});
