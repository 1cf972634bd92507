import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { diskStorage } from "./disk.ts";
import { StorageError } from "./storage-error.ts";

/** Specific to the disk storage. The errors are real: the tests remove what it needs. */

const NOBODY = 65_534;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-disk-"));
  // Root ignores permissions, so the test runs as another user.
  if (process.getuid?.() === 0) {
    await chown(folder, NOBODY, NOBODY);
    process.seteuid?.(NOBODY);
  }
});

afterEach(async () => {
  if (process.getuid?.() === 0) process.seteuid?.(0);
  await rm(folder, { recursive: true, force: true });
});

test("a folder that cannot be created is reported as such", async () => {
  await writeFile(join(folder, "originals"), "a file where the folder should be");

  const error = await failureOf(diskStorage(folder).putBytes("originals/ab/a.jpg", Buffer.from("x")));

  expect(error.type).toBe("DIRECTORY_CREATION_ERROR");
  expect(error.details).toEqual({ operation: "create the folder", target_directory: "originals/ab" });
});

test("a folder without write permission is detected by trying", async () => {
  const storage = diskStorage(folder);
  await storage.putBytes("originals/ab/first.jpg", Buffer.from("x"));

  await chmod(join(folder, "originals/ab"), 0o500);
  const inParent = await failureOf(storage.putBytes("originals/ab/a.jpg", Buffer.from("x")));
  await chmod(join(folder, "originals"), 0o500);
  const inLevel1 = await failureOf(storage.putBytes("originals/cd/a.jpg", Buffer.from("x")));
  await chmod(join(folder, "originals"), 0o700);
  await chmod(join(folder, "originals/ab"), 0o700);
  await storage.putBytes("originals/ab/a.jpg", Buffer.from("x"));

  expect(inParent.type).toBe("PERMISSION_ERROR");
  expect(inParent.details.permission_check).toEqual({ storage: true, level1: true, parent: false });
  expect(inLevel1.type).toBe("PERMISSION_ERROR");
  expect(inLevel1.details.permission_check).toEqual({ storage: true, level1: false, parent: false });
  expect(await readdir(join(folder, "temp"))).toEqual([]);
  expect(await readdir(join(folder, "originals/ab"))).toEqual(["a.jpg", "first.jpg"]);
});

test("folders removed while it runs are made again", async () => {
  const storage = diskStorage(folder);
  await storage.putBytes("originals/ab/first.jpg", Buffer.from("x"));
  await rm(join(folder, "originals"), { recursive: true });

  await storage.putBytes("originals/ab/second.jpg", Buffer.from("x"));

  expect(await readdir(join(folder, "originals/ab"))).toEqual(["second.jpg"]);
});

test.each(["a folder", "a file"])("%s that is a link out of the storage is not followed", async (kind) => {
  const outside = await mkdtemp(join(tmpdir(), "vitrine-outside-"));
  onTestFinished(() => rm(outside, { recursive: true, force: true }));
  await writeFile(join(outside, "a.jpg"), "secret");
  const storage = diskStorage(join(folder, "storage"));
  await storage.putBytes("originals/cd/b.jpg", Buffer.from("x"));
  if (kind === "a folder") await symlink(outside, join(folder, "storage/originals/ab"));
  else {
    await mkdir(join(folder, "storage/originals/ab"));
    await symlink(join(outside, "a.jpg"), join(folder, "storage/originals/ab/a.jpg"));
  }
  const key = "originals/ab/a.jpg";

  await failureOf(storage.sizeOf(key));
  await failureOf(storage.open(key));
  await failureOf(storage.read(key));
  await failureOf(storage.copyToTemp(key));
  await failureOf(storage.withLocalFile(key, async () => "used"));
  if (kind === "a folder") {
    await failureOf(storage.putBytes(key, Buffer.from("overwritten")));
    await failureOf(storage.delete([key]));
  }
  const listed: string[] = [];
  for await (const file of storage.list()) listed.push(file.key);
  expect(listed).toEqual(["originals/cd/b.jpg"]);
  expect(await readFile(join(outside, "a.jpg"), "utf8")).toBe("secret");
});

test("a storage folder that is itself a link, such as to another disk, is used", async () => {
  await mkdir(join(folder, "disk"));
  await symlink(join(folder, "disk"), join(folder, "storage"));
  const storage = diskStorage(join(folder, "storage"));

  await storage.putBytes("originals/ab/a.jpg", Buffer.from("x"));

  expect(await storage.read("originals/ab/a.jpg")).toEqual(Buffer.from("x"));
});

async function failureOf(work: Promise<unknown>): Promise<StorageError> {
  const error = await work.catch((error: unknown) => error);
  if (!(error instanceof StorageError)) throw new Error(`expected a StorageError, got ${error}`);
  return error;
}
