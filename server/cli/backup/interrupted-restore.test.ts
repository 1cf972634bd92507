import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { makeBucket } from "../../../rig/s3-bucket.ts";
import { distinctPicture, runsOf } from "../../../rig/server/backup-folder.ts";
import { contentOf, libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { freshDatabase, startTestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { type Config, readConfig } from "../../config.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { withLibrary } from "../command/open-library.ts";
import type { FilesOfPhoto } from "./backup-format.ts";
import { openBackup } from "./open-backup.ts";
import { loadBackup, prepareTarget } from "./read-backup.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-interrupted-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const INTERRUPTED =
  "a restore into this library was interrupted, so it is not complete. Run the same restore again, which finishes it";

/** Empty, on the database and the storage of this run. */
async function emptyTarget(): Promise<{ env: Record<string, string>; config: Config }> {
  const endpoint = inject("s3Endpoint");
  const bucket = endpoint ? await makeBucket(endpoint) : {};
  const env = { DATA_DIR: join(folder, "restored"), ...(await freshDatabase()), ...bucket };
  return { env, config: readConfig(env) };
}

/** What a restore leaves if the machine stops after the first photo's files, or right before its end. */
async function interrupt(env: Record<string, string>, backupFolder: string, when: "in the middle" | "at the end") {
  const backup = await openBackup(backupFolder, undefined);
  async function* firstPhoto() {
    for await (const photo of backup.photos()) {
      yield photo;
      throw new Error("planted: the power is gone");
    }
  }
  const loaded = when === "at the end" ? backup : { ...backup, photos: firstPhoto };
  const io = { env, stderr: { write: () => {} } };
  const access = { access: "exclusive", accept: "new" } as const;
  const prepare = (stores: Parameters<typeof prepareTarget>[0]) => prepareTarget(stores, backup);
  await withLibrary(io, { ...access, prepare }, (library) => loadBackup(library, loaded)).catch((error: Error) => {
    if (!error.message.startsWith("planted")) throw error;
  });
}

test.each(["in the middle", "at the end"] as const)(
  "no server starts on a restore that was interrupted %s, and the same command finishes it",
  async (when) => {
    const server = await libraryOfTwo();
    const before = await contentOf(server.deps.config);
    const backup = join(folder, "backup");
    await runCommand("backup", server.deps.config, [backup]);
    const { env, config } = await emptyTarget();
    await interrupt(env, backup, when);

    await expect(startTestServer(env)).rejects.toThrow(INTERRUPTED);
    expect(await runCommand("doctor", config)).toEqual({ code: 2, out: "", err: `${INTERRUPTED}\n` });
    const finished = await runCommand("restore", config, [backup]);

    expect(finished).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Finishing the restore that was interrupted\n2 photos restored from the backup of .*\n$/,
      ),
      err: "",
    });
    expect(await contentOf(config)).toEqual(before);
    await (await startTestServer(env)).stop();
  },
);

test("another backup starts an interrupted restore over, where that deletes nothing of another's", async () => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const [first = ""] = await runsOf(backup);
  await server.seed.album();
  const after = await contentOf(server.deps.config);
  await runCommand("backup", server.deps.config, [backup]);
  const { env, config } = await emptyTarget();
  await interrupt(env, first, "in the middle");

  const restored = await runCommand("restore", config, [backup]);

  if (config.databaseUrl) {
    expect(restored).toMatchObject({ code: 2, err: expect.stringContaining("the restore of another backup was") });
    expect(await runCommand("restore", config, [first])).toMatchObject({ code: 0, err: "" });
  } else {
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("is started over with this one\n") });
    expect(await contentOf(config)).toEqual(after);
  }
});

test("a restore that is refused leaves a storage that was in use as it is", async () => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const { config } = await emptyTarget();
  const storage = openStorage(config);
  const key = "originals/ab/abababababababababababababababab.jpg";
  if (config.s3) await storage.putBytes(key, Buffer.from("x"));
  else await writeFile(join(folder, "restored"), "x");

  const refused = await runCommand("restore", config, [backup]);

  expect(refused.code).toBe(2);
  if (config.s3) expect(await storage.read(key)).toEqual(Buffer.from("x"));
  else expect(await readFile(join(folder, "restored"), "utf8")).toBe("x");
  await storage.close();
});

test("--skip-damaged restores what is whole, and lists the rest", async () => {
  const server = await libraryOfTwo();
  await upload(server.admin, { slug: "guests" }, [{ name: "c.png", bytes: await distinctPicture() }]);
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const [run = ""] = await runsOf(backup);
  const photos: FilesOfPhoto[] = (await readFile(join(run, "files.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const sums = photos.flatMap(({ files }) => files.map(({ sha256 }) => sha256));
  // A flat JPEG may have the same bytes as a picture that is made from it.
  const objectOf = (photo: number, kind: string) => {
    const own = photos[photo]?.files.find(
      ({ key, sha256 }) => key.startsWith(kind) && sums.indexOf(sha256) === sums.lastIndexOf(sha256),
    );
    return join(backup, "files", own?.sha256.slice(0, 2) ?? "", own?.sha256 ?? "");
  };
  await writeFile(objectOf(2, "variants/"), "x");
  await rm(objectOf(1, "originals/"));
  const { env, config } = await emptyTarget();

  const refused = await runCommand("restore", config, [backup]);
  const restored = await runCommand("restore", config, [backup, "--skip-damaged"]);

  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("the backup is damaged or incomplete") });
  expect(restored).toMatchObject({ code: 1, out: expect.stringContaining("3 photos restored") });
  expect(restored.err.split("\n")).toEqual([
    "Photo 2 (b.png): its file is damaged in the backup, and missing now",
    "Photo 3 (c.png): 1 picture left out, which the server makes again",
    "Of these, 2 photos lack what is damaged in the backup",
    "",
  ]);
  const again = await startTestServer(env);
  const found = (await runCommand("doctor", config)).out.split("\n");
  expect(found[0]).toMatch(/^Photo 2: its file .* is missing\. Restore it from a backup\.$/);
  expect(found.slice(1)).toEqual([expect.stringContaining("viewing room"), expect.stringContaining("2 problems"), ""]);
  await again.stop();
});

test("a backup whose description is damaged is not restored in part", async () => {
  const server = await libraryOfTwo();
  const backup = join(folder, "backup");
  await runCommand("backup", server.deps.config, [backup]);
  const [run = ""] = await runsOf(backup);
  await writeFile(join(run, "tables/photo.jsonl"), "{}\n");
  const { config } = await emptyTarget();

  const refused = await runCommand("restore", config, [backup, "--skip-damaged"]);

  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining("tables/photo.jsonl is missing or has changed"),
  });
  expect(await readdir(folder)).toEqual(["backup"]);
});
