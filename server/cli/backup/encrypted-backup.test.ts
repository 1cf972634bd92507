import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { makePicture } from "../../../rig/make-picture.ts";
import { bySize, filesBelow, folderWithPassphrases } from "../../../rig/server/backup-folder.ts";
import { contentOf, libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { upload } from "../../../rig/upload.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("an encrypted backup shows nothing of the library, and gives it back with its passphrase alone", async () => {
  const { folder, withPassphrase, emptyTarget } = await folderWithPassphrases();
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

test("encrypted backups grow by what has changed, are checked, copied again where damaged, and thinned out", async () => {
  const { folder, withPassphrase } = await folderWithPassphrases();
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
