import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createAlbum } from "../../contract/albums.ts";
import { makePicture } from "../../server/testing/pictures.ts";
import { startServerProcess } from "../../server/testing/server-process.ts";
import { upload } from "../../server/testing/upload.ts";
import { newLedger, restartAndVerify, uploadOne } from "./ledger.ts";

const DISK_MB = 8;

/** A real full disk: the right error, nothing half-written, reading goes on, and it mends without a restart. */
export async function fillDisk(dataDir: string): Promise<void> {
  const storage = join(dataDir, "storage");
  await mkdir(storage);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "none", storage]);
  try {
    const ledger = newLedger();
    const server = await startServerProcess(dataDir);
    await server.admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
    await uploadOne(server, ledger);
    // All but the last few kilobytes are somebody else's.
    const filler = join(storage, "filler");
    await writeFile(filler, Buffer.alloc(DISK_MB * 1024 * 1024)).catch(() => {});
    const refused = await upload(server.admin, { slug: "album" }, [{ name: "full.jpg", bytes: await makePicture() }]);
    const type = refused.body.failed_uploads[0]?.error_type;
    if (refused.status !== 422 || type !== "DISK_SPACE_ERROR") throw new Error(`told as ${refused.status} ${type}`);
    const read = await server.visitor.fetch("/api/v1/albums/album");
    if (read.status !== 200) throw new Error(`reading answers ${read.status}`);
    await rm(filler);
    await uploadOne(server, ledger);
    server.signal("SIGKILL");
    await server.ended;
    const again = await restartAndVerify(dataDir, ledger);
    again.signal("SIGTERM");
    await again.ended;
    console.log("full disk: told as DISK_SPACE_ERROR, read all the while, mended without a restart, nothing left");
  } finally {
    execFileSync("umount", [storage]);
  }
}
