import { expect, test } from "vitest";
import { listPhotoIds, listPhotos } from "../../../contract/photos.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";

/** Slightly more than two of the pages that a long response is made of. */
const MANY = 1_100;

test("a list without a limit is streamed whole, in order and with its total", async () => {
  const { admin, seed } = await shareTestServer();
  await seed.photos(MANY);

  const response = await admin.fetch("/api/v1/admin/photos");
  // The shape is what is tested.
  const body = (await response.json()) as {
    success: boolean;
    photos: { id: number }[];
    total: number;
    next_cursor: null;
  };
  const { success, photos, total, next_cursor } = body;

  expect([response.status, success, total, next_cursor]).toEqual([200, true, MANY, null]);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const ids = photos.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids).toHaveLength(MANY);
  expect((await admin.call(listPhotos, { query: { q: "nothing like it" } })).photos).toEqual([]);
});

test("a bad filter of a streamed list is refused before the first byte", async () => {
  const { admin } = await shareTestServer();

  expect((await admin.refused(listPhotos, { query: { sort: "curated" } })).status).toBe(422);
  expect((await admin.refused(listPhotos, { query: { cursor: "nonsense" } })).status).toBe(422);
});

test.each(["newest", "title", "captured"] as const)("ids come in pages, in the same order: %s", async (sort) => {
  const { admin, seed } = await shareTestServer();
  await seed.photos(25);
  const whole = await admin.call(listPhotoIds, { query: { sort } });
  expect(whole).toMatchObject({ next_cursor: null });

  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call(listPhotoIds, { query: { sort, limit: 10, ...(cursor && { cursor }) } });
    ids.push(...page.ids);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);

  expect(ids).toEqual(whole.ids);
  expect(ids).toHaveLength(25);
});
