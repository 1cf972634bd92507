import { expect, test } from "vitest";
import { listPhotoIds, listPhotos } from "../../../contract/photos.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";

test("photos with the same file are found next to each other, in pages too, and the copies apart from the first", async () => {
  const { admin, seed } = await shareTestServer();
  const [a, b, other] = ["a".repeat(64), "b".repeat(64), "c".repeat(64)];
  const ids: number[] = [];
  for (const sha256 of [a, b, other, a, b, a]) ids.push((await seed.photo({ sha256 })).id);
  const [a1 = 0, b1 = 0, alone = 0, a2 = 0, b2 = 0, a3 = 0] = ids;
  await seed.photo({ sha256: other, deleted_at: new Date().toISOString() });
  const list = async (query: object) => (await admin.call(listPhotos, { query })).photos.map(({ id }) => id);

  // The newest file first, and the first photo with it before its copies.
  expect(await list({ duplicates: "true" })).toEqual([b1, b2, a1, a2, a3]);
  expect(await list({ duplicates: "true", limit: 500, sort: "title" })).toEqual([b1, b2, a1, a2, a3]);
  expect(await list({ duplicates: "0", deleted: "0" })).toEqual([alone]);
  expect((await list({ copies: "1" })).sort()).toEqual([a2, b2, a3].sort());
  const inPages: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call(listPhotoIds, { query: { duplicates: "1", limit: 2, ...(cursor && { cursor }) } });
    inPages.push(...page.ids);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(inPages).toEqual([b1, b2, a1, a2, a3]);
  const { total } = await admin.call(listPhotos, { query: { duplicates: "1", limit: 1 } });
  expect(total).toBe(5);

  // The trash has no duplicates, and makes none.
  await admin.call(trashPhoto, { params: { id: b1 as never } });
  expect(await list({ duplicates: "1" })).toEqual([a1, a2, a3]);
  expect(await list({ duplicates: "1", deleted: "1" })).toEqual([]);
});
