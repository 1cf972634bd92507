import { request } from "node:http";
import { makePicture } from "../../rig/make-picture.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { deleteOne, newLedger, startWithAlbum, uploadOne } from "./ledger.ts";
import { expectNothingLeft, usageOf } from "./usage.ts";
import { verifyByRestart } from "./verify-ledger.ts";

const CONCURRENT = 10;

/** Clients that disconnect during an upload leave no file, descriptor or memory behind. */
export async function abortUploads(dataDir: string, count: number): Promise<void> {
  const server = await startWithAlbum(dataDir);
  const ledger = newLedger();
  await deleteOne(server, ledger, await uploadOne(server, ledger));
  await abortSome(server, CONCURRENT * 2);
  const before = usageOf(server);
  await abortSome(server, count);
  // Answered after all of them, so none is still running.
  await deleteOne(server, ledger, await uploadOne(server, ledger));
  const after = await expectNothingLeft(server, dataDir, before);
  console.log(
    `${count} aborted uploads: no file left, descriptors ${before.descriptors} -> ${after.descriptors}, ` +
      `memory ${before.memoryMb} -> ${after.memoryMb} MB`,
  );
  await server.stop();
  await verifyByRestart(dataDir, ledger);
}

async function abortSome(server: ServerProcess, count: number): Promise<void> {
  const picture = await makePicture({ width: 800, height: 600 });
  for (let start = 0; start < count; start += CONCURRENT) {
    await Promise.all(Array.from({ length: Math.min(CONCURRENT, count - start) }, () => abortOne(server, picture)));
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
  // One complete file, and a second cut off at a random byte.
  const part = picture.subarray(0, Math.floor(Math.random() * picture.length));
  upload.write(Buffer.concat([Buffer.from(`--b\r\n${head}`), picture, Buffer.from(`\r\n--b\r\n${head}`), part]));
  setTimeout(() => upload.destroy(), Math.random() * 50);
  return new Promise((resolve) => {
    upload.once("error", () => {});
    upload.once("close", resolve);
  });
}
