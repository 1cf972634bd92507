import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createAlbum } from "../../contract/albums.ts";
import { deletePhotoPermanently, trashPhoto } from "../../contract/trash.ts";
import { makePicture } from "../../rig/make-picture.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { upload } from "../../rig/upload.ts";
import { newLedger, SLUG, startWithAlbum, uploadOne } from "./ledger.ts";
import { restartAndVerify } from "./verify-ledger.ts";

const execute = promisify(execFile);
const PHOTOS = 30;
const LOADS = 2;

/** A backup made while photos are added to and deleted from another album restores the site exactly, encrypted or not. */
export async function backUpUnderLoad(dataDir: string): Promise<void> {
  const ledger = newLedger();
  const server = await startWithAlbum(join(dataDir, "library"));
  await server.admin.call(createAlbum, { body: { title: "Busy", category: "travel" } });
  for (let count = 0; count < PHOTOS; count++) await uploadOne(server, ledger);
  // The menu of every page lists an album as soon as it has a photo, so this one always has one.
  await upload(server.admin, { slug: "busy" }, [{ name: "kept.jpg", bytes: await makePicture({ colour: "#654321" }) }]);
  const before = await publicResponses(server);
  const passphrase = join(dataDir, "passphrase");
  await writeFile(passphrase, "a calm grey harbour\n");
  const kinds = [
    { kind: "a backup", options: [] },
    { kind: "an encrypted backup", options: ["--passphrase-file", passphrase] },
  ];

  const load = { isOn: true, count: 0 };
  const loads = Array.from({ length: LOADS }, (_, index) => addAndDelete(server, 40 + index, load));
  for (const { kind, options } of kinds) {
    const earlier = load.count;
    await run("backup", server.dataDir, [join(dataDir, kind), ...options]);
    console.log(`${kind} of ${PHOTOS} photos while ${load.count - earlier} others were added and deleted`);
  }
  load.isOn = false;
  await Promise.all(loads);
  await server.stop();

  for (const { kind, options } of kinds) {
    const restored = join(dataDir, `${kind}, restored`);
    await run("restore", restored, [join(dataDir, kind), ...options]);
    const again = await restartAndVerify(restored, ledger);
    const after = await publicResponses(again);
    await again.stop();
    const changed = [...before.keys()].filter((path) => after.get(path) !== before.get(path));
    if (changed.length > 0) throw new Error(`visitors see a different ${changed.join(" and ")} after the restore`);
    console.log(`${kind} restored: every SHA-256 and every public response is the same, doctor finds nothing`);
  }
}

/** In a separate process, as an operator runs it. Throws what it prints if it fails. */
async function run(command: "backup" | "restore", dataDir: string, args: readonly string[]): Promise<void> {
  const program = join(import.meta.dirname, `../../server/cli/${command}.ts`);
  await execute(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, DATA_DIR: dataDir } });
}

/** Each loop sends pictures of its own width: the same file sent by two of them at once would be one photo. */
async function addAndDelete({ admin }: ServerProcess, width: number, load: { isOn: boolean; count: number }) {
  const bytes = await makePicture({ width });
  while (load.isOn) {
    const { body } = await upload(admin, { slug: "busy" }, [{ name: `${width}.jpg`, bytes }]);
    for (const { id } of body.photos) {
      await admin.call(trashPhoto, { params: { id } });
      await admin.call(deletePhotoPermanently, { params: { id } });
      load.count++;
    }
  }
}

/** Data and pages by path, without the server's URL in them. */
async function publicResponses({ visitor, url }: ServerProcess): Promise<Map<string, string>> {
  const paths = ["/urban", `/urban/${SLUG}`, "/contact", `/api/v1/albums/${SLUG}`, "/api/v1/site"];
  const read = async (path: string) => (await (await visitor.fetch(path)).text()).replaceAll(url, "");
  return new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
}
