import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bySize, filesBelow, folderWithPassphrases } from "../../../rig/server/backup-folder.ts";
import { libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";

test("a wrong, missing, short or needless passphrase gets one sentence and changes nothing", async () => {
  const { folder, withPassphrase, emptyTarget } = await folderWithPassphrases();
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

test("an encrypted backup that is damaged, cut off or put together differently is refused", async () => {
  const { folder, withPassphrase, emptyTarget } = await folderWithPassphrases();
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
