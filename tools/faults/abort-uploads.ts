import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createAlbum } from "../../contract/albums.ts";
import { makePicture } from "../../server/testing/pictures.ts";
import { type ServerProcess, startServerProcess } from "../../server/testing/server-process.ts";
import { deleteOne, newLedger, restartAndVerify, uploadOne } from "./ledger.ts";

const AT_ONCE = 10;
const SETTLE_LIMIT_MS = 60_000;
const FDS_SPARE = 10;
const MEMORY_SPARE_MB = 100;

/** Clients that leave in the middle of an upload: no file, descriptor or memory stays behind. */
export async function abortUploads(dataDir: string, count: number): Promise<void> {
  const server = await startServerProcess(dataDir);
  await server.admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
  const ledger = newLedger();
  await deleteOne(server, ledger, await uploadOne(server, ledger));
  await abortSome(server, AT_ONCE * 2);
  const before = usage(server);
  await abortSome(server, count);
  // Answered after all of them, so nothing is under way any more.
  await deleteOne(server, ledger, await uploadOne(server, ledger));
  const after = usage(server);
  const left = await settledTemps(dataDir);
  console.log(
    `${count} aborted uploads: ${left.length} files left, descriptors ${before.descriptors} -> ${after.descriptors}, ` +
      `memory ${before.memoryMb} -> ${after.memoryMb} MB`,
  );
  if (left.length > 0 || after.descriptors > before.descriptors + FDS_SPARE)
    throw new Error("something was left behind");
  if (after.memoryMb > before.memoryMb + MEMORY_SPARE_MB) throw new Error("memory was left behind");
  server.signal("SIGTERM");
  await server.ended;
  const again = await restartAndVerify(dataDir, ledger);
  again.signal("SIGTERM");
  await again.ended;
}

/** A file that had arrived is let go of once its picture, which cannot be called back, is made. */
async function settledTemps(dataDir: string): Promise<string[]> {
  const deadline = performance.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const left = readdirSync(join(dataDir, "storage/temp"));
    if (left.length === 0 || performance.now() > deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function abortSome(server: ServerProcess, count: number): Promise<void> {
  const picture = await makePicture({ width: 800, height: 600 });
  for (let start = 0; start < count; start += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - start) }, () => abortOne(server, picture)));
  }
}

function abortOne({ url, admin }: ServerProcess, picture: Buffer): Promise<void> {
  const head = 'Content-Disposition: form-data; name="photos[]"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  const upload = request(`${url}/api/v1/admin/albums/album/photos`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${admin.token}`,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": 50_000_000,
    },
  });
  // One whole file, and the next cut off anywhere.
  const part = picture.subarray(0, Math.floor(Math.random() * picture.length));
  upload.write(Buffer.concat([Buffer.from(`--b\r\n${head}`), picture, Buffer.from(`\r\n--b\r\n${head}`), part]));
  setTimeout(() => upload.destroy(), Math.random() * 50);
  return new Promise((resolve) => {
    upload.once("error", () => {});
    upload.once("close", resolve);
  });
}

function usage({ pid }: ServerProcess): { descriptors: number; memoryMb: number } {
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, memoryMb: Math.round(Number(memory) / 1024) };
}
