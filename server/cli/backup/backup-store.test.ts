import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deletePhotoPermanently, trashPhoto } from "../../../contract/trash.ts";
import { asOtherUser } from "../../../rig/server/as-other-user.ts";
import { distinctPicture, filesBelow, rewriteRun, runsOf, sha256Of } from "../../../rig/server/backup-folder.ts";
import { contentOf, libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { canMount, smallDisk } from "../../../rig/server/small-disk.ts";
import { freshDatabase } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { readLibraryId } from "../../library/files/marker.ts";
import type { Stores } from "../../open-stores.ts";
import { withLibrary } from "../command/open-library.ts";
import { type About, BackupDamagedError, type FilesOfPhoto } from "./backup-format.ts";
import { openBackupStore } from "./backup-store.ts";
import { runName } from "./keep-backups.ts";
import { openBackup } from "./open-backup.ts";
import { loadBackup, prepareTarget } from "./read-backup.ts";

/** The folder with the backups: damage, old versions, thinning out. What a backup contains is in backup.test.ts. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-backup-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const REFUSED = { code: 2, err: expect.stringMatching(/^the backup is damaged or incomplete: .*\n$/) };

const restoreOf = (backup: string) =>
  runCommand("restore", { dataDir: join(folder, "restored"), databaseUrl: undefined }, [backup]);

test("a backup that was changed, with checksums that fit, does not have its fingerprint", async () => {
  const server = await libraryOfTwo();
  const made = await runCommand("backup", server.deps.config, [join(folder, "backup")]);
  const fingerprint = /^Its fingerprint is ([0-9a-f]{64})$/m.exec(made.out)?.[1] ?? "";
  const [run = ""] = await readdir(join(folder, "backup", "runs"));
  const about = join(folder, "backup", "runs", run, "backup.json");
  const text = await readFile(about, "utf8");
  const changed = text.replace(/"made_at": "\d{4}/, '"made_at": "2001');
  expect(changed).not.toBe(text);
  const sha256 = createHash("sha256").update(changed).digest("hex");
  await writeFile(about, changed);
  await writeFile(`${about}.sha256`, `${sha256}  backup.json\n`);
  const restored = { dataDir: join(folder, "restored"), databaseUrl: (await freshDatabase()).DATABASE_URL };
  const restore = () => runCommand("restore", restored, [join(folder, "backup"), "--fingerprint", fingerprint]);

  const refused = await restore();
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain("this is not the backup with that fingerprint");

  await writeFile(about, text);
  await writeFile(`${about}.sha256`, `${fingerprint}  backup.json\n`);
  expect(await restore()).toMatchObject({ code: 0, err: "" });
});

test.each(["photo.jsonl", "files.jsonl", "user.jsonl", "site.json", "object"])(
  "%s that is swapped after the check of the whole backup is not restored",
  async (swapped) => {
    const server = await libraryOfTwo();
    const folderOfBackups = join(folder, "backup");
    await runCommand("backup", server.deps.config, [folderOfBackups]);
    const files = await filesBelow(folderOfBackups);
    const file = files.find((path) =>
      swapped === "object" ? /files\/..\/\w{64}$/.test(path) : path.endsWith(`/${swapped}`),
    );
    if (!file) throw new Error(`${swapped} is missing from the backup`);
    const backup = await openBackup(folderOfBackups, undefined);
    await backup.verify();
    await appendFile(file, " ");

    const target = { DATA_DIR: join(folder, "restored"), ...(await freshDatabase()) };
    const prepare = (stores: Stores) => prepareTarget(stores, backup);
    const io = { env: target, stderr: { write: () => {} } };
    const rows = withLibrary(io, { access: "exclusive", accept: "new", prepare }, async (library) => {
      await expect(loadBackup(library, backup)).rejects.toThrow(BackupDamagedError);
      return library.db.selectFrom("photo").select("id").execute();
    });
    expect(await rows).toEqual([]);
  },
);

test("a folder whose parent does not exist is refused: its disk may not be mounted", async () => {
  const server = await libraryOfTwo();

  const refused = await runCommand("backup", server.deps.config, [join(folder, "disk", "backup")]);

  expect(refused).toEqual({
    code: 2,
    out: "",
    err: `${join(folder, "disk")} does not exist. Is its disk mounted? If it is not on a disk of its own, create it\n`,
  });
  expect(await readdir(folder)).toEqual([]);
});

test.runIf(isRoot)("backups that this user may not read are not called damaged, or no backups", async () => {
  const server = await libraryOfTwo();
  const closed = join(folder, "closed");
  await mkdir(closed);
  await runCommand("backup", server.deps.config, [join(closed, "backup")]);
  await chmod(folder, 0o755);
  const target = { dataDir: join(tmpdir(), "vitrine-none"), databaseUrl: undefined };
  const restore = () => asOtherUser(() => runCommand("restore", target, [join(closed, "backup")]));
  const refused = (path: string) => ({
    code: 2,
    err: expect.stringMatching(
      new RegExp(`^${path}\\S* cannot be read by nobody\\. Check its owner, and those of the`),
    ),
  });

  await chmod(closed, 0o700);
  expect(await restore()).toMatchObject(refused(join(closed, "backup")));
  await chmod(closed, 0o755);
  expect(await restore()).toMatchObject(refused(join(closed, "backup")));
});

test.runIf(canMount)("a restore onto a full disk ends with one line, and leaves nothing behind", async () => {
  const server = await libraryOfTwo();
  await runCommand("backup", server.deps.config, [join(folder, "backup")]);
  const disk = await smallDisk(40);
  // What is left is enough for a database, and less than storing a file leaves to it.
  await writeFile(join(disk, "other"), Buffer.alloc(38 * 1024 * 1024));
  const target = { dataDir: join(disk, "library"), databaseUrl: undefined };

  const restore = await runCommand("restore", target, [join(folder, "backup")]);

  expect(restore).toEqual({ code: 2, out: "", err: "the disk that holds the data folder is full\n" });
  expect(await readdir(disk)).toEqual(["other"]);
});

test("a backup with one flipped bit is refused, wherever it is", async () => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const verify = async () => (await openBackup(backup, undefined)).verify();
  const files = await filesBelow(backup);
  const chosen = ["backup.json", "backup.json.sha256", "photo.jsonl", "files.jsonl", "user.jsonl"].map((ending) =>
    files.find((file) => file.endsWith(`/${ending}`)),
  );
  const object = files.find((file) => /files\/..\/\w{64}$/.test(file));

  for (const file of [...chosen, object]) {
    if (!file) throw new Error("a file is missing from the backup");
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    await writeFile(file, bytes.with(middle, (bytes[middle] ?? 0) ^ 1));
    await expect(verify(), file).rejects.toThrow(BackupDamagedError);
    if (file === object) expect(await restoreOf(backup)).toMatchObject(REFUSED);
    await writeFile(file, bytes);
  }
  await expect(verify()).resolves.toBeUndefined();
  expect(await readdir(folder)).toEqual(["backup"]);
});

test.each(["m=8,t=1,p=1", "m=4194304,t=2,p=1"])("a password that was stored with %s is not restored", async (cost) => {
  const { deps } = await libraryOfTwo();
  const { password_hash } = await deps.db.selectFrom("user").select("password_hash").executeTakeFirstOrThrow();
  const [, , , , salt = "", tag = ""] = (password_hash ?? "").split("$");
  await deps.db
    .updateTable("user")
    .set({ password_hash: `$argon2id$v=19$${cost}$${salt}$${tag}` })
    .execute();
  await runCommand("backup", deps.config, [join(folder, "backup")]);

  expect(await restoreOf(join(folder, "backup"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("not stored by Vitrine"),
  });
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

test("a backup in which a file is a link is refused", async () => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const [run = ""] = await runsOf(backup);
  await writeFile(join(folder, "secret"), "secret");
  await rm(join(run, "site.json"), { force: true });
  await symlink(join(folder, "secret"), join(run, "site.json"));
  await rewriteRun(run, "site.json");

  const restore = await runCommand("restore", { dataDir: join(folder, "restored"), databaseUrl: undefined }, [backup]);

  expect(restore).toMatchObject({ code: 2, err: expect.stringContaining("site.json") });
});

test("a backup in which a file is a pipe is refused, without waiting for it", async () => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const files = await filesBelow(backup);
  for (const ending of [/\/backup\.json$/, /\/photo\.jsonl$/, /files\/..\/\w{64}$/]) {
    const file = files.find((path) => ending.test(path)) ?? "";
    const bytes = await readFile(file);
    await rm(file);
    execFileSync("sh", ["-c", 'mkfifo "$0"', file]);
    expect([file, await restoreOf(backup)]).toMatchObject([file, REFUSED]);
    await rm(file);
    await writeFile(file, bytes);
  }
});

test("an interrupted backup does no harm", async () => {
  const { deps } = await libraryOfTwo();
  const backup = join(folder, "backup");
  const store = await openBackupStore(backup, await readLibraryId(deps.db), undefined);
  const run = await store.begin("2026-11-17T02-00-00-000Z");
  await run.write("tables/photo.jsonl", [Buffer.from("half a line")]);
  await store.put([Buffer.from("a file of no run")]);
  store.close();

  const none = await restoreOf(backup);
  const next = await runCommand("backup", deps.config, [backup]);

  expect(none).toMatchObject({ code: 2, err: expect.stringContaining("contains no complete backup") });
  expect(next).toMatchObject({ code: 0, err: "" });
  expect(await readdir(join(backup, "incoming"))).toEqual([]);
  expect(await restoreOf(backup)).toMatchObject({ code: 0, err: "" });
});

test("a folder with the backups of another library is refused", async () => {
  const { deps } = await libraryOfTwo();
  (await openBackupStore(join(folder, "other"), "another library", undefined)).close();

  const result = await runCommand("backup", deps.config, [join(folder, "other")]);

  expect(result).toMatchObject({ code: 2, err: expect.stringContaining("holds the backups of another library") });
});

test("old backups are deleted with the files that only they have", async () => {
  const server = await libraryOfTwo();
  const { config } = server.deps;
  const backup = join(folder, "backup");
  const { body } = await upload(server.admin, { slug: "album" }, [{ name: "c.png", bytes: await distinctPicture() }]);
  await runCommand("backup", config, [backup]);
  const objects = (await filesBelow(join(backup, "files"))).length;
  const [photo] = body.photos;
  if (!photo) throw new Error("the upload returned no photo");
  await server.admin.call(trashPhoto, { params: { id: photo.id } });
  await server.admin.call(deletePhotoPermanently, { params: { id: photo.id } });
  const [first = ""] = await runsOf(backup);
  await runCommand("backup", config, [backup]);
  const second = (await runsOf(backup)).at(-1) ?? "";
  // As if thirteen months had passed, with a backup in each.
  await rename(first, join(backup, "runs", runName(monthsAgo(13))));
  for (let months = 12; months > 0; months--) {
    await cp(second, join(backup, "runs", runName(monthsAgo(months))), { recursive: true });
  }

  const last = await runCommand("backup", config, [backup]);

  expect(last.out).toMatch(/old backups? deleted\n$/);
  expect((await filesBelow(join(backup, "files"))).length).toBeLessThan(objects);
  expect(await restoreOf(backup)).toMatchObject({ code: 0, err: "" });
});

test("a backup of the format before can still be restored", async () => {
  const { deps } = await libraryOfTwo();
  await writeFile(join(deps.config.dataDir, "site.json"), '{"name":"Mine"}');
  await vi.waitFor(() => expect(deps.site.current().name).toBe("Mine"), { timeout: 10_000 });
  const before = await contentOf(deps.config);
  await runCommand("backup", deps.config, [join(folder, "backup")]);
  const [run = ""] = await runsOf(join(folder, "backup"));
  await writeInOldFormat(run, join(folder, "old"));
  const restored = { dataDir: join(folder, "restored"), databaseUrl: (await freshDatabase()).DATABASE_URL };

  const restore = await runCommand("restore", restored, [join(folder, "old")]);

  expect(restore).toMatchObject({ code: 0, err: "" });
  expect(await contentOf(restored)).toEqual(before);
  const [file = ""] = (await filesBelow(join(folder, "old/storage"))).slice(-1);
  await appendFile(file, "x");
  expect(
    await runCommand("restore", { ...restored, dataDir: join(folder, "again") }, [join(folder, "old")]),
  ).toMatchObject(REFUSED);
});

function monthsAgo(months: number): Date {
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() - months, 1);
  return at;
}

/** What version 0.1 wrote for the same library. */
async function writeInOldFormat(run: string, target: string): Promise<void> {
  await mkdir(join(target, "storage"), { recursive: true });
  await cp(join(run, "tables"), join(target, "tables"), { recursive: true });
  await cp(join(run, "site.json"), join(target, "site.json"));
  const { made_at, migration, photos } = JSON.parse(await readFile(join(run, "backup.json"), "utf8")) as About;
  await writeFile(join(target, "backup.json"), JSON.stringify({ format: 1, made_at, migration, photos }));
  for (const line of (await readFile(join(run, "files.jsonl"), "utf8")).trim().split("\n")) {
    for (const { key, sha256 } of (JSON.parse(line) as FilesOfPhoto).files) {
      const object = join(run, "../../files", sha256.slice(0, 2), sha256);
      await cp(object, join(target, "storage", key), { recursive: true });
    }
  }
  const paths = await filesBelow(target);
  const sums = await Promise.all(paths.map(async (path) => `${await sha256Of(path)}  ${relative(target, path)}\n`));
  await writeFile(join(target, "SHA256SUMS"), sums.join(""));
  await writeFile(join(target, "SHA256SUMS.sha256"), `${await sha256Of(join(target, "SHA256SUMS"))}  SHA256SUMS\n`);
}
