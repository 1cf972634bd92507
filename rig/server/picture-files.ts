import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/** Call it once per test file. Saves pictures in a folder that is removed after the last test, and returns their paths. */
export function pictureFiles(): (bytes: Buffer) => Promise<string> {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-pictures-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return async (bytes) => {
    const path = join(folder, randomUUID());
    await writeFile(path, bytes);
    return path;
  };
}
