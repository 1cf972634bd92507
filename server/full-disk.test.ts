import { closeSync, existsSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { getSummary, listPhotos } from "../contract/photos.ts";
import { getBatchStatus, listBatchFailures, startBatch } from "../contract/pictures.ts";
import { deletePhotoPermanently, emptyTrash, trashPhoto } from "../contract/trash.ts";
import { makePicture } from "../rig/make-picture.ts";
import { canMount, smallDisk } from "../rig/server/small-disk.ts";
import { startTestServer } from "../rig/server/start-test-server.ts";
import { ADMIN } from "../rig/server/template.ts";
import { upload } from "../rig/upload.ts";
import { keepReserve } from "./platform/reserve.ts";

const DISK_MB = 48;

/** A server on a small disk with three photos, one of them in the trash. */
async function siteOnSmallDisk() {
  const disk = await smallDisk(DISK_MB);
  const server = await startTestServer({ DATA_DIR: disk, DATABASE_URL: "", STORAGE_URL: "" });
  const { album } = await server.admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
  const files = [1, 2, 3].map(async (n) => ({
    name: `${n}.jpg`,
    bytes: await makePicture({ colour: `#${n}${n}${n}` }),
  }));
  const { body } = await upload(server.admin, album, await Promise.all(files));
  const [first, second, third] = body.photos;
  if (!first || !second || !third) throw new Error("expected three photos");
  await server.admin.call(trashPhoto, { params: { id: first.id } });
  // A server makes it two seconds after its start.
  await keepReserve(disk);
  return { ...server, disk, album, trashed: first, second, third };
}

/** Writes until nothing more fits. */
function fill(disk: string): void {
  const file = openSync(join(disk, "filler"), "w");
  const page = Buffer.alloc(4096);
  expect(() => {
    for (;;) writeSync(file, page);
  }).toThrow("ENOSPC");
  closeSync(file);
}

test.runIf(canMount)(
  "on a full disk the owner can sign in, trash and delete, and uploads say why they fail",
  async () => {
    const { disk, admin, visitor, album, trashed, second } = await siteOnSmallDisk();
    fill(disk);

    const refused = await upload(admin, album, [{ name: "4.jpg", bytes: await makePicture() }]);
    expect(refused.status).toBe(422);
    expect(refused.body.failed_uploads).toMatchObject([
      { error_type: "DISK_SPACE_ERROR", error: "The storage is full" },
    ]);
    await visitor.call(login, { body: ADMIN });
    await admin.call(trashPhoto, { params: { id: second.id } });
    await admin.call(deletePhotoPermanently, { params: { id: trashed.id } });
    expect(await admin.call(emptyTrash)).toMatchObject({ deleted_count: 1 });
    expect((await admin.call(listPhotos)).photos).toHaveLength(1);
  },
);

test.runIf(canMount)("an upload says that the disk is full, also when it cannot be recorded any more", async () => {
  const { disk, admin, album } = await siteOnSmallDisk();
  rmSync(join(disk, "reserve"));
  fill(disk);

  const refused = await upload(admin, album, [{ name: "4.jpg", bytes: await makePicture() }]);

  expect(refused.body.failed_uploads).toMatchObject([{ error_type: "DISK_SPACE_ERROR" }]);
  expect(refused.status).toBe(422);
});

test.runIf(canMount)("a full disk is reported to monitors and to the admin, before and after it is full", async () => {
  const { disk, admin, visitor } = await siteOnSmallDisk();
  expect((await admin.call(getSummary)).disk.level).toBe("ok");
  expect((await visitor.fetch("/readyz")).status).toBe(200);
  fill(disk);

  expect((await admin.call(getSummary)).disk).toEqual({ level: "full", free_bytes: 0 });
  const ready = await visitor.fetch("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ code: "DISK_FULL" });
  expect(await (await visitor.fetch("/metrics")).text()).toContain("vitrine_disk_free_bytes 0\n");
});

test.runIf(canMount)("a server starts on a full disk, and the owner can delete", async () => {
  const { disk, restart, trashed } = await siteOnSmallDisk();
  fill(disk);

  const { admin, visitor } = await restart();

  await admin.call(deletePhotoPermanently, { params: { id: trashed.id } });
  expect((await visitor.fetch("/urban/album")).status).toBe(200);
});

test.runIf(canMount)("without any reserve, a server starts to be read, and says why it cannot be changed", async () => {
  const { disk, stop, restart, third } = await siteOnSmallDisk();
  await stop();
  rmSync(join(disk, "reserve"));
  fill(disk);

  const { admin, visitor } = await restart();

  expect((await visitor.fetch("/urban/album")).status).toBe(200);
  expect((await visitor.fetch(third.image_urls.thumb)).status).toBe(200);
  expect((await visitor.fetch("/readyz")).status).toBe(503);
  const refused = await admin.refused(trashPhoto, { params: { id: third.id } });
  expect(refused).toMatchObject({ status: 503, body: { code: "DISK_FULL" } });
  rmSync(join(disk, "filler"));
  const again = await restart();
  await again.admin.call(trashPhoto, { params: { id: third.id } });
  await keepReserve(disk);
  expect(existsSync(join(disk, "reserve"))).toBe(true);
  expect(readdirSync(join(disk, "storage/temp"))).toEqual([]);
});

test.runIf(canMount)("a batch run waits while the disk is full, and blames no photo", async () => {
  const { disk, admin, visitor } = await siteOnSmallDisk();
  fill(disk);

  await admin.call(startBatch, { body: { force: true } });
  const metrics = async () => (await visitor.fetch("/metrics")).text();
  await expect.poll(metrics).toMatch(/^vitrine_storage_errors_total\{kind="DISK_SPACE_ERROR"\} [1-9]/m);
  expect((await admin.call(getBatchStatus)).job).toMatchObject({ state: "running", processed: 0, failed: 0 });
  rmSync(join(disk, "filler"));

  await expect
    .poll(async () => (await admin.call(getBatchStatus)).job, { timeout: 20_000 })
    .toMatchObject({ state: "done", failed: 0 });
  expect((await admin.call(listBatchFailures)).photos).toEqual([]);
});
