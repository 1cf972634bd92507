import { expect, test } from "vitest";
import { getSummary } from "../../../contract/photos.ts";
import { getStorage } from "../../../contract/storage.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";
import { LAST_BACKUP_SETTING } from "../../library/files/last-backup.ts";
import { writeSetting } from "../../library/settings.queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("Settings learns about disk and trash", async () => {
  const { admin, seed, deps } = await shareTestServer();
  const photo = await seed.photo({ album: await seed.album() });
  const before = await admin.call(getStorage);
  await admin.call(trashPhoto, { params: { id: photo.id } });

  const { disk, trash } = await admin.call(getStorage);

  expect(before.trash).toEqual({ photos: 0, bytes: 0 });
  expect(disk.free_bytes).toBeLessThanOrEqual(disk.total_bytes);
  const { filesize } = await deps.db.selectFrom("photo").select("filesize").executeTakeFirstOrThrow();
  const variants = await deps.db.selectFrom("variant").select(["jpeg_bytes", "avif_bytes"]).execute();
  const bytes = variants.reduce((sum, variant) => sum + variant.jpeg_bytes + (variant.avif_bytes ?? 0), filesize);
  expect(trash).toEqual({ photos: 1, bytes });
});

test("a backup that is more than a week old is reported as old, and no backup as never made", async () => {
  const { admin, deps } = await shareTestServer();
  const status = async () => (await admin.call(getStorage)).backup;
  const backupDaysAgo = async (days: number) => {
    const last_at = new Date(deps.now().getTime() - days * DAY_MS).toISOString();
    await writeSetting(deps.db, LAST_BACKUP_SETTING, last_at);
    return last_at;
  };

  expect(await status()).toEqual({ state: "never", last_at: null });
  expect(await backupDaysAgo(6)).toBe((await status()).last_at);
  expect((await status()).state).toBe("recent");
  await backupDaysAgo(8);
  expect((await status()).state).toBe("overdue");
  expect((await admin.call(getSummary)).backup.state).toBe("overdue");
});
