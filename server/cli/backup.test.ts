import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deletePhotoPermanently, trashPhoto } from "../../contract/trash.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { upload } from "../../rig/upload.ts";
import { contentOf, libraryOfTwo } from "../testing/library-of-two.ts";
import { runCommand } from "../testing/run-command.ts";
import { canMount, smallDisk } from "../testing/small-disk.ts";
import { freshDatabase, startTestServer } from "../testing/start-test-server.ts";
import { BackupDamagedError, verifyBackup } from "./backup-format.ts";

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
  const before = await contentOf(server.deps.config);

  const backup = await runCommand("backup", server.deps.config, [join(folder, "backup")]);
  const restored = { dataDir: join(folder, "restored"), databaseUrl: (await freshDatabase()).DATABASE_URL };
  const restore = await runCommand("restore", restored, [join(folder, "backup")]);

  expect(backup).toMatchObject({ code: 0, err: "" });
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

test("a backup with one flipped bit is refused, wherever it is", async () => {
  const server = await libraryOfTwo();
  await runCommand("backup", server.deps.config, [join(folder, "backup")]);
  const entries = await readdir(join(folder, "backup"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const chosen = ["SHA256SUMS", "SHA256SUMS.sha256", "backup.json", "photo.jsonl", ".jpg", ".avif"].map((ending) =>
    files.find((file) => file.endsWith(ending)),
  );

  for (const file of chosen) {
    if (!file) throw new Error("a file is missing from the backup");
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    await writeFile(file, bytes.with(middle, (bytes[middle] ?? 0) ^ 1));
    await expect(verifyBackup(join(folder, "backup")), file).rejects.toThrow(BackupDamagedError);
    if (file.endsWith(".jpg")) expect(await restoreOf(join(folder, "backup"))).toMatchObject(REFUSED);
    await writeFile(file, bytes);
  }
  await expect(verifyBackup(join(folder, "backup"))).resolves.toBeUndefined();
  expect(await readdir(folder)).toEqual(["backup"]);
});

test("neither a backup nor a restore overwrites anything", async () => {
  const server = await libraryOfTwo();
  const { config } = server.deps;
  await runCommand("backup", config, [join(folder, "backup")]);

  const again = await runCommand("backup", config, [join(folder, "backup")]);
  const over = await runCommand("restore", config, [join(folder, "backup")]);
  await appendFile(join(folder, "stray"), "x");
  const into = await runCommand("restore", { dataDir: folder, databaseUrl: undefined }, [join(folder, "backup")]);

  expect(again).toMatchObject({ code: 2, err: expect.stringContaining("is not empty") });
  expect(over).toMatchObject({ code: 2, err: expect.stringContaining("is not empty") });
  expect(into).toMatchObject({ code: 2, err: expect.stringContaining("is not empty") });
});

test("a backup can be restored to a new disk, which has a folder lost+found", async () => {
  const { deps } = await libraryOfTwo();
  await runCommand("backup", deps.config, [join(folder, "backup")]);
  const dataDir = join(folder, "disk");
  await mkdir(join(dataDir, "lost+found"), { recursive: true });
  const restored = { dataDir, databaseUrl: (await freshDatabase()).DATABASE_URL };

  expect(await runCommand("restore", restored, [join(folder, "backup")])).toMatchObject({ code: 0, err: "" });
});

test.runIf(canMount)("a full backup disk is named as such", async () => {
  const { deps } = await libraryOfTwo();
  const disk = await smallDisk(1);
  await writeFile(join(disk, "filler"), Buffer.alloc(1024 * 1024 - 8192));

  const backup = await runCommand("backup", deps.config, [join(disk, "backup")]);

  const place = join(disk, "backup");
  expect(backup).toEqual({
    code: 2,
    out: "",
    err: `the disk that holds ${place} is full. What was written there is incomplete\n`,
  });
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

const REFUSED = { code: 2, err: expect.stringMatching(/^the backup is damaged or incomplete: .*\n$/) };

const restoreOf = (backup: string) =>
  runCommand("restore", { dataDir: join(folder, "restored"), databaseUrl: undefined }, [backup]);

test.each([
  ["a file outside the data folder", { original_key: "../../../../../../etc/hostname" }],
  ["another photo's file", { original_key: "originals/ff/ffffffffffffffffffffffffffffffff.jpg" }],
  ["an id that is a path", { internal_id: "../../x" }],
  ["a file name that leads out of a folder", { filename: "../../.bashrc" }],
])("a backup manipulated to name %s is refused", async (_what, change) => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const [first = "", second = ""] = (await readFile(join(backup, "tables/photo.jsonl"), "utf8")).split("\n");
  const changed = `${first}\n${JSON.stringify({ ...JSON.parse(second), ...change })}\n`;
  await rewriteBackup(backup, "tables/photo.jsonl", changed);
  const restored = { dataDir: join(folder, "restored"), databaseUrl: (await freshDatabase()).DATABASE_URL };

  const restore = await runCommand("restore", restored, [backup]);

  expect(restore).toMatchObject({ code: 2, err: expect.stringContaining("photo 2") });
  expect(existsSync(restored.dataDir)).toBe(false);
  if (restored.databaseUrl) expect((await contentOf(restored)).tables.photo).toEqual([]);
});

test("a backup in which a file is a link is refused", async () => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  await writeFile(join(folder, "secret"), "secret");
  await rm(join(backup, "site.json"));
  await symlink(join(folder, "secret"), join(backup, "site.json"));
  await rewriteBackup(backup, "site.json");

  const restore = await runCommand("restore", { dataDir: join(folder, "restored"), databaseUrl: undefined }, [backup]);

  expect(restore).toMatchObject({ code: 2, err: expect.stringContaining("site.json") });
});

/** As someone would who knows how backups are checked: with sums that are right. */
async function rewriteBackup(backup: string, path: string, content?: string): Promise<void> {
  if (content !== undefined) await writeFile(join(backup, path), content);
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  const sums = (await readFile(join(backup, "SHA256SUMS"), "utf8"))
    .split("\n")
    .filter((line) => line !== "" && !line.endsWith(`  ${path}`));
  const line = `${sha256(await readFile(join(backup, path)))}  ${path}`;
  const list = Buffer.from([...sums, line, ""].join("\n"));
  await writeFile(join(backup, "SHA256SUMS"), list);
  await writeFile(join(backup, "SHA256SUMS.sha256"), `${sha256(list)}  SHA256SUMS\n`);
}
