import { expect, test } from "vitest";
import { getTrashRetention, setTrashRetention, trashPhoto } from "../../../contract/trash.ts";
import { startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { deleteExpired } from "./trash.retention.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const photosOf = async ({ deps }: TestServer) =>
  (await deps.db.selectFrom("photo").select("id").orderBy("id").execute()).map(({ id }) => id);

async function twoPhotos() {
  const server = await startTestServer();
  const album = await server.seed.album();
  const [old, recent] = [await server.seed.picture({ album }), await server.seed.picture({ album })];
  const trash = (photo: typeof old) => server.admin.call(trashPhoto, { params: { id: photo.id } });
  return { ...server, old, recent, trash };
}

test("photos stay in the trash until the owner chooses otherwise", async () => {
  const server = await twoPhotos();
  await server.trash(server.old);

  server.clock.advanceMs(1000 * DAY_MS);
  await deleteExpired(server.deps);

  expect(await photosOf(server)).toEqual([server.old.id, server.recent.id]);
});

test("with a retention of 30 days, older photos are deleted with their files", async () => {
  const server = await twoPhotos();
  const { admin, deps, clock, old, recent } = server;
  expect((await admin.call(getTrashRetention)).retention).toEqual({ days: 0, starts_at: null });
  await server.trash(old);
  const { retention } = await admin.call(setTrashRetention, { body: { days: 30 } });
  await server.trash(recent);
  // As if it had been trashed ten days later.
  const later = new Date(deps.now().getTime() + 10 * DAY_MS).toISOString();
  await deps.db.updateTable("photo").set({ deleted_at: later }).where("id", "=", recent.id).execute();

  clock.advanceMs(29 * DAY_MS);
  await deleteExpired(deps);
  expect(await photosOf(server)).toEqual([old.id, recent.id]);
  clock.advanceMs(2 * DAY_MS);
  // On several nodes, all of them look.
  await Promise.all([deleteExpired(deps), deleteExpired((await server.startAnother()).deps)]);

  expect(retention).toMatchObject({ days: 30, starts_at: expect.stringMatching(/Z$/) });
  expect(await photosOf(server)).toEqual([recent.id]);
  const { original_key } = await deps.db.selectFrom("photo").select("original_key").executeTakeFirstOrThrow();
  const keys: string[] = [];
  for await (const { key } of deps.storage.list()) if (key.startsWith("originals/")) keys.push(key);
  expect(keys).toEqual([original_key]);
  const activity = await deps.db.selectFrom("audit_log").select(["action", "actor", "detail"]).execute();
  expect(activity).toContainEqual({
    action: "trash-emptied",
    actor: "trash retention",
    detail: JSON.stringify({ deleted_count: 1, days: 30 }),
  });
});

test("what was long in the trash when the owner chose a retention can still be restored", async () => {
  const server = await twoPhotos();
  await server.trash(server.old);
  await server.deps.db
    .updateTable("photo")
    .set({ deleted_at: "2020-01-01T00:00:00.000Z" })
    .where("id", "=", server.old.id)
    .execute();
  await server.admin.call(setTrashRetention, { body: { days: 90 } });

  await deleteExpired(server.deps);
  expect(await photosOf(server)).toHaveLength(2);
  server.clock.advanceMs(91 * DAY_MS);
  await deleteExpired(server.deps);

  expect(await photosOf(server)).toEqual([server.recent.id]);
});

test("only the offered numbers of days are accepted", async () => {
  const { admin } = await startTestServer();

  const refused = await admin.fetch("/api/v1/admin/trash/retention", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ days: 1 }),
  });

  expect(refused.status).toBe(422);
});
