import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { listRooms } from "../../../contract/rooms.ts";
import { deletePhotoPermanently, trashPhoto } from "../../../contract/trash.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { distinctPicture, rewriteRun, runsOf } from "../../../rig/server/backup-folder.ts";
import { contentOf, libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { freshDatabase, startTestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { readLibraryId } from "../../library/files/marker.ts";
import { asOnlyBackup } from "./backup-lock.ts";
import { openBackupStore } from "./backup-store.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-backup-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("restoring a backup gives the same library", async () => {
  const server = await libraryOfTwo();
  await writeFile(join(server.deps.config.dataDir, "site.json"), '{"name":"Mine"}');
  await vi.waitFor(() => expect(server.deps.site.current().name).toBe("Mine"), { timeout: 10_000 });
  const before = await contentOf(server.deps.config);

  const backup = await runCommand("backup", server.deps.config, [join(folder, "backup")]);
  const restored = { dataDir: join(folder, "restored"), databaseUrl: (await freshDatabase()).DATABASE_URL };
  const restore = await runCommand("restore", restored, [join(folder, "backup")]);

  expect(backup).toMatchObject({ code: 0, err: "" });
  const { events } = await server.admin.call(listActivity, { query: { kind: "downloads" } });
  expect(events).toMatchObject([{ action: "backup", detail: { photos: 2 } }]);
  expect(restore).toMatchObject({ code: 0, err: "" });
  expect(await contentOf(restored)).toEqual(before);
  expect(await readFile(join(restored.dataDir, "site.json"), "utf8")).toBe('{"name":"Mine"}');
  // New photos get new ids, not those that came with the backup.
  const again = await startTestServer({
    DATA_DIR: restored.dataDir,
    DATABASE_URL: restored.databaseUrl ?? "",
    STORAGE_URL: "",
  });
  const { body } = await upload(again.admin, { slug: "album" }, [{ name: "c.jpg", bytes: await makePicture() }]);
  expect(body.photos.map((photo) => photo.id)).toEqual([3]);
  // Clients' links still work, but no one can read them from the restored database.
  const [room] = (await server.admin.call(listRooms)).rooms;
  expect((await again.visitor.fetch(`${room?.url}/data`)).status).toBe(200);
  expect((await again.admin.call(listRooms)).rooms[0]).toMatchObject({ title: "For Ana", url: null, picks_count: 1 });
  const doctor = await runCommand("doctor", again.deps.config, ["--json"]);
  expect(doctor.out).toContain('{"kind":"room-link-sealed","count":1,"first":"For Ana"');
  // It may write to its folder, which is removed now.
  await again.stop();
});

test("a backup taken while photos are uploaded and deleted is complete", async () => {
  const server = await libraryOfTwo();
  const album = await server.seed.album();
  let isRunning = true;
  const load = async (colour: string) => {
    while (isRunning) {
      const bytes = await makePicture({ colour });
      const { body } = await upload(server.admin, album, [{ name: `${colour}.jpg`, bytes }]);
      for (const { id } of body.photos) {
        await server.admin.call(trashPhoto, { params: { id } });
        await server.admin.call(deletePhotoPermanently, { params: { id } });
      }
    }
  };
  const loads = [load("#111111"), load("#222222")];

  const backup = await runCommand("backup", server.deps.config, [join(folder, "backup")]);
  isRunning = false;
  await Promise.all(loads);
  const restored = { dataDir: join(folder, "restored"), databaseUrl: undefined };
  const restore = await restoreOf(join(folder, "backup"));
  const doctor = await runCommand("doctor", restored, ["--verify"]);

  expect(backup).toMatchObject({ code: 0, err: "" });
  expect(restore.code).toBe(0);
  expect(doctor.out).toMatch(/all is well/);
});

test("neither a backup nor a restore overwrites anything", async () => {
  const server = await libraryOfTwo();
  const { config } = server.deps;
  await runCommand("backup", config, [join(folder, "backup")]);
  await mkdir(join(folder, "other"));
  await appendFile(join(folder, "other/file"), "x");

  const beside = await runCommand("backup", config, [join(folder, "other")]);
  const over = await runCommand("restore", config, [join(folder, "backup")]);
  const into = await runCommand("restore", { dataDir: folder, databaseUrl: undefined }, [join(folder, "backup")]);

  expect(beside).toMatchObject({ code: 2, err: expect.stringContaining("is not empty and holds no backups") });
  expect(over).toMatchObject({ code: 2, err: expect.stringContaining("is not empty") });
  expect(into).toMatchObject({ code: 2, err: expect.stringContaining("is not empty") });
});

test("a library with a missing file is backed up with a warning", async () => {
  const server = await libraryOfTwo();
  const { deps } = server;
  const photo = await deps.db.selectFrom("photo").selectAll().executeTakeFirstOrThrow();
  await deps.storage.delete([photo.original_key]);

  const result = await runCommand("backup", deps.config, [join(folder, "backup")]);

  expect(result).toMatchObject({ code: 1, err: `Photo ${photo.id}: its file is missing\n` });
});

test("the password can be set while the server runs, which ends every session", async () => {
  const { deps, admin } = await startTestServer();

  const short = await runCommand("set-password", deps.config, [], { input: "short\n" });
  const before = await admin.fetch("/api/v1/auth/user");
  const set = await runCommand("set-password", deps.config, [], { input: "another horse battery\n" });
  const after = await admin.fetch("/api/v1/auth/user");

  expect(short.code).toBe(2);
  expect(before.status).toBe(200);
  expect(set).toMatchObject({ code: 0, out: expect.stringContaining("admin@example.com") });
  expect(after.status).toBe(401);
});

const restoreOf = (backup: string) =>
  runCommand("restore", { dataDir: join(folder, "restored"), databaseUrl: undefined }, [backup]);

test.each([
  ["a file outside the data folder", { original_key: "../../../../../../etc/hostname" }],
  ["another photo's file", { original_key: "originals/ff/ffffffffffffffffffffffffffffffff.jpg" }],
  ["an id that is a path", { internal_id: "../../x" }],
  ["a file name that leads out of a folder", { filename: "../../.bashrc" }],
  ["a name of a first file that leads out of a folder", { source_filename: "../../.bashrc" }],
])("a backup manipulated to name %s is refused", async (_what, change) => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const [run = ""] = await runsOf(backup);
  const [first = "", second = ""] = (await readFile(join(run, "tables/photo.jsonl"), "utf8")).split("\n");
  const changed = `${first}\n${JSON.stringify({ ...JSON.parse(second), ...change })}\n`;
  await rewriteRun(run, "tables/photo.jsonl", changed);
  const restored = { dataDir: join(folder, "restored"), databaseUrl: (await freshDatabase()).DATABASE_URL };

  const restore = await runCommand("restore", restored, [backup]);

  expect(restore).toMatchObject({ code: 2, err: expect.stringContaining("photo 2") });
  expect(existsSync(restored.dataDir)).toBe(false);
  if (restored.databaseUrl) expect((await contentOf(restored)).tables.photo).toEqual([]);
});

test("a second backup copies only what has changed, and each can be restored", async () => {
  const server = await libraryOfTwo();
  const { config, db } = server.deps;
  const backup = join(folder, "backup");
  const before = await contentOf(config);
  const first = await runCommand("backup", config, [backup]);
  const second = await runCommand("backup", config, [backup]);
  await upload(server.admin, { slug: "album" }, [{ name: "c.jpg", bytes: await makePicture({ colour: "#333333" }) }]);
  const after = await contentOf(config);
  const third = await runCommand("backup", config, [backup]);

  const files = Object.keys(before.files).length;
  expect(first.out).toContain(`${files} files (`);
  expect(second.out).toContain(`: 0 files (0 bytes) copied and read back, ${files} already there`);
  const added = Object.keys(after.files).length - files;
  expect(third.out).toContain(`: ${added} files (`);
  expect(third.out).toContain(`copied and read back, ${files} already there`);
  const runs = await runsOf(backup);
  expect(runs).toHaveLength(3);
  for (const [run, content] of [
    [runs[0], before],
    [backup, after],
  ] as const) {
    const dataDir = join(folder, `restored-${run === backup}`);
    const restored = { dataDir, databaseUrl: (await freshDatabase()).DATABASE_URL };
    expect(await runCommand("restore", restored, [run ?? ""])).toMatchObject({ code: 0, err: "" });
    expect((await contentOf(restored)).files).toEqual(content.files);
    expect((await contentOf(restored)).tables.photo).toEqual(content.tables.photo);
  }
  expect(await db.selectFrom("setting").select("key").where("key", "=", "hold_deletes_until").execute()).toEqual([]);
});

test("pictures that were made again are copied again", async () => {
  const { deps } = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", deps.config, [backup]);
  await deps.db.updateTable("photo").set({ image_version: 9 }).where("filename", "=", "a.jpg").execute();

  const again = await runCommand("backup", deps.config, [backup]);

  expect(again.out).toMatch(/: 4 files \(\d+ bytes\) copied/);
});

test("two backups at a time are refused, in the same folder and of the same library", async () => {
  const { deps } = await libraryOfTwo();
  const store = await openBackupStore(join(folder, "busy"), await readLibraryId(deps.db), undefined);

  const sameFolder = await runCommand("backup", deps.config, [join(folder, "busy")]);
  store.close();
  const library = { ...deps, config: deps.config };
  const sameLibrary = await asOnlyBackup(library, () => runCommand("backup", deps.config, [join(folder, "free")]));
  const later = await runCommand("backup", deps.config, [join(folder, "busy")]);

  expect(sameFolder).toMatchObject({ code: 2, err: expect.stringContaining("another backup is writing to") });
  expect(sameLibrary).toMatchObject({ code: 2, err: expect.stringContaining("another backup of this library") });
  expect(later.code).toBe(0);
});

test("the file of one photo can be restored into the library", async () => {
  const { deps } = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", deps.config, [backup]);
  const photo = await deps.db.selectFrom("photo").selectAll().orderBy("id").executeTakeFirstOrThrow();
  const bytes = await deps.storage.read(photo.original_key);
  const restore = () => runCommand("restore", deps.config, [backup, "--photo", String(photo.id)]);

  const intact = await restore();
  await deps.storage.delete([photo.original_key]);
  // Its file is still in the backup, so later backups have it as well.
  const warned = await runCommand("backup", deps.config, [backup]);
  const restored = await restore();

  expect(intact).toMatchObject({ code: 0, out: expect.stringContaining("is intact") });
  expect(warned).toMatchObject({ code: 1, err: expect.stringContaining(`restore --photo ${photo.id}`) });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("was restored") });
  expect(await deps.storage.read(photo.original_key)).toEqual(bytes);
});

test("a photo that was deleted can be taken from a backup and imported again", async () => {
  const server = await libraryOfTwo();
  const { deps } = server;
  const backup = join(folder, "backup");
  await runCommand("backup", deps.config, [backup]);
  const photo = await deps.db.selectFrom("photo").selectAll().orderBy("id").executeTakeFirstOrThrow();
  await server.admin.call(trashPhoto, { params: { id: photo.id } });
  await server.admin.call(deletePhotoPermanently, { params: { id: photo.id } });
  await runCommand("backup", deps.config, [backup]);
  const args = [backup, "--photo", String(photo.id)];

  const refused = await runCommand("restore", deps.config, args);
  const written = await runCommand("restore", deps.config, [...args, "--to", join(folder, "one")]);
  const imported = await runCommand("import", deps.config, [join(folder, "one")]);

  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("has been deleted from the library") });
  expect(written).toMatchObject({ code: 0, err: "" });
  expect(imported).toMatchObject({ code: 0 });
  const [again] = await deps.db.selectFrom("photo").selectAll().where("sha256", "=", photo.sha256).execute();
  const { caption, alt, filename, source_filename } = photo;
  expect(again).toMatchObject({ caption, alt, filename, source_filename });
});

test("--verify reads what earlier backups stored, and copies damaged files again", async () => {
  const { deps, admin } = await libraryOfTwo();
  const backup = join(folder, "backup");
  await upload(admin, { slug: "album" }, [{ name: "c.png", bytes: await distinctPicture() }]);
  await runCommand("backup", deps.config, [backup]);
  const c = deps.db.selectFrom("photo").selectAll().where("filename", "=", "c.png");
  const photo = await c.executeTakeFirstOrThrow();
  const object = join(backup, "files", photo.sha256.slice(0, 2), photo.sha256);
  const damage = async () => writeFile(object, (await readFile(object)).fill(0));
  const verify = () => runCommand("backup", deps.config, [backup, "--verify"]);

  const sound = await verify();
  await damage();
  const repaired = await verify();
  await damage();
  await deps.storage.delete([photo.original_key]);
  const lost = await verify();

  expect(sound).toMatchObject({ code: 0, out: expect.stringContaining("of earlier backups read: all are intact") });
  expect(repaired).toMatchObject({ code: 0, out: expect.stringContaining("All damaged files were copied again") });
  expect(lost).toMatchObject({ code: 1, err: expect.stringContaining("cannot be restored whole") });
  expect(lost.err).toContain(`Photo ${photo.id}: its file is missing\n`);
});
