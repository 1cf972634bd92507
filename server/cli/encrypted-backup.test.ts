import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { makePicture } from "../../rig/make-picture.ts";
import { upload } from "../../rig/upload.ts";
import { contentOf, libraryOfTwo } from "../testing/library-of-two.ts";
import { runCommand } from "../testing/run-command.ts";
import { freshDatabase } from "../testing/start-test-server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
let withPassphrase: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-encrypted-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "passphrase"), "a calm grey harbour\n");
  await writeFile(join(folder, "wrong"), "a calm blue harbour\n");
  withPassphrase = ["--passphrase-file", join(folder, "passphrase")];
});

const emptyTarget = async (name = "restored") => ({
  dataDir: join(folder, name),
  databaseUrl: (await freshDatabase()).DATABASE_URL,
});

test("an encrypted backup shows nothing of the library, and gives it back with its passphrase alone", async () => {
  const { deps } = await libraryOfTwo();
  const before = await contentOf(deps.config);
  const backup = join(folder, "backup");

  const made = await runCommand("backup", deps.config, [backup, ...withPassphrase]);

  expect(made).toMatchObject({ code: 0, err: "" });
  const photo = await deps.db.selectFrom("photo").selectAll().orderBy("id").executeTakeFirstOrThrow();
  for (const path of await filesBelow(backup)) {
    if (/^(lock\.sqlite.*|vitrine-backups\.json|.*\.sha256)$/.test(relative(backup, path))) continue;
    const bytes = await readFile(path);
    expect([path, bytes.subarray(0, 22).toString("latin1")]).toEqual([path, "age-encryption.org/v1\n"]);
    for (const known of [photo.sha256, photo.internal_id, photo.filename, "admin@example.com", "For Ana"]) {
      expect([path, path.includes(known) || bytes.includes(known)]).toEqual([path, false]);
    }
  }
  const restored = await emptyTarget();
  const fingerprint = /^Its fingerprint is ([0-9a-f]{64})$/m.exec(made.out)?.[1] ?? "";
  const restore = await runCommand("restore", restored, [backup, "--fingerprint", fingerprint], {
    env: { BACKUP_PASSPHRASE_FILE: join(folder, "passphrase") },
  });
  expect(restore).toMatchObject({ code: 0, err: "" });
  expect(await contentOf(restored)).toEqual(before);
});

test("a wrong, missing, short or needless passphrase gets one sentence and changes nothing", async () => {
  const { deps } = await libraryOfTwo();
  const [encrypted, plain] = [join(folder, "encrypted"), join(folder, "plain")];
  await runCommand("backup", deps.config, [encrypted, ...withPassphrase]);
  await runCommand("backup", deps.config, [plain]);
  await writeFile(join(folder, "short"), "short\n");
  const before = await describeFolder(folder);
  const refused = (reason: RegExp) => ({ code: 2, out: "", err: expect.stringMatching(reason) });
  const restored = await emptyTarget();
  const tryWith = async (args: string[], reason: RegExp) => {
    expect(await runCommand("backup", deps.config, args)).toEqual(refused(reason));
    expect(await runCommand("restore", restored, args)).toEqual(refused(reason));
  };

  const wrong = ["--passphrase-file", join(folder, "wrong")];
  await tryWith([encrypted, ...wrong], /^this is not the passphrase of the backups in .*\. Nothing was changed\n$/);
  const photo = await runCommand("restore", deps.config, [encrypted, "--photo", "1", ...wrong]);
  expect(photo).toEqual(refused(/^this is not the passphrase/));
  await tryWith([encrypted], /^the backups in .* are encrypted\. .*--passphrase-file FILE\n$/);
  await tryWith([plain, ...withPassphrase], /^the backups in .* are not encrypted\. .*\n$/);
  await tryWith([encrypted, "--passphrase-file", join(folder, "short")], /at least 12 characters\n$/);
  await tryWith([encrypted, "--passphrase-file", join(folder, "none")], /^the passphrase cannot be read from .*\n$/);
  expect(await describeFolder(folder)).toEqual(before);
  expect(existsSync(restored.dataDir)).toBe(false);
});

test("encrypted backups grow by what has changed, are checked, copied again where damaged, and thinned out", async () => {
  const server = await libraryOfTwo();
  const { config, db } = server.deps;
  const backup = join(folder, "backup");
  const backUp = (...options: string[]) => runCommand("backup", config, [backup, ...options, ...withPassphrase]);
  await backUp();
  const [damaged = ""] = await bySize(await filesBelow(join(backup, "files")));
  const bytes = await readFile(damaged);
  await writeFile(damaged, bytes.with(bytes.length - 20, (bytes.at(-20) ?? 0) ^ 1));
  await upload(server.admin, { slug: "album" }, [{ name: "c.png", bytes: await makePicture({ format: "png" }) }]);

  const second = await backUp("--verify");
  // Two backups of a day last week, of which only the newer one is kept, and a file that no backup names.
  const day = new Date(Date.now() - 5 * DAY_MS).toISOString().slice(0, 10);
  const [first = ""] = await readdir(join(backup, "runs"));
  const runs = join(backup, "runs");
  for (const hour of ["01", "02"])
    await cp(join(runs, first), join(runs, `${day}T${hour}-00-00-000Z`), { recursive: true });
  const unused = join(backup, "files", "00", "0".repeat(64));
  await mkdir(dirname(unused), { recursive: true });
  await writeFile(unused, "");
  const third = await backUp();

  expect(second.out).toContain("of earlier backups read: 1 damaged\nAll damaged files were copied again\n");
  expect(third).toMatchObject({ code: 0, err: "", out: expect.stringContaining(": 0 files (0 bytes) copied") });
  expect(third.out).toContain("1 old backup deleted");
  expect(existsSync(unused)).toBe(false);
  expect(await backUp("--verify")).toMatchObject({ code: 0, out: expect.stringContaining("all are intact") });
  const photo = await db.selectFrom("photo").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  const original = await server.deps.storage.read(photo.original_key);
  await server.deps.storage.delete([photo.original_key]);
  const one = await runCommand("restore", config, [backup, "--photo", String(photo.id), ...withPassphrase]);
  expect(one).toMatchObject({ code: 0, out: expect.stringContaining("was restored") });
  expect(await server.deps.storage.read(photo.original_key)).toEqual(original);
});

test("an encrypted backup that is damaged, cut off or put together differently is refused", async () => {
  const { deps } = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", deps.config, [backup, ...withPassphrase]);
  const restored = await emptyTarget();
  const files = await filesBelow(backup);
  const found = (ending: string) => files.find((file) => file.endsWith(ending)) ?? "";
  const objects = files.filter((file) => /files\/..\/\w{64}$/.test(file));
  const [first = "", second = ""] = await bySize(objects);
  const changes: [string, (bytes: Buffer) => Promise<Uint8Array>][] = [
    [found("/photo.jsonl.age"), async (bytes) => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)],
    [found("/backup.json.age"), async (bytes) => bytes.subarray(0, -1)],
    [found("/user.jsonl.age"), () => readFile(found("/album.jsonl.age"))],
    [first, async (bytes) => bytes.subarray(0, -1)],
    // Encrypted with the same secret, but another file's content.
    [first, () => readFile(second)],
    [found("/key.age"), async (bytes) => bytes.subarray(0, 100)],
  ];

  for (const [path, change] of changes) {
    const bytes = await readFile(path);
    await writeFile(path, await change(bytes));
    const result = await runCommand("restore", restored, [backup, ...withPassphrase]);
    expect([path, result]).toEqual([
      path,
      { code: 2, out: "", err: expect.stringMatching(/^the backup is damaged or incomplete: .*\n$/) },
    ]);
    await writeFile(path, bytes);
  }
  expect(existsSync(restored.dataDir)).toBe(false);
});

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The largest first. */
async function bySize(paths: readonly string[]): Promise<string[]> {
  const sized = await Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })));
  return sized.sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

/** Everything but the locks, which every attempt takes. */
async function describeFolder(path: string): Promise<object[]> {
  const paths = (await filesBelow(path)).filter((file) => !file.includes("lock.sqlite")).sort();
  return Promise.all(
    paths.map(async (file) => ({
      file,
      bytes: (await readFile(file)).toString("base64"),
      at: (await stat(file)).mtimeMs,
    })),
  );
}
