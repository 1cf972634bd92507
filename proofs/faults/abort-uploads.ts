import { request } from "node:http";
import { createAlbum } from "../../contract/albums.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";
import { deleteOne, newLedger, uploadOne, verifyByRestart } from "./ledger.ts";
import { expectNothingLeft, usageOf } from "./usage.ts";

const AT_ONCE = 10;

/** Clients that leave in the middle of an upload: no file, descriptor or memory stays behind. */
export async function abortUploads(dataDir: string, count: number): Promise<void> {
  const server = await startServerProcess(dataDir);
  await server.admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
  const ledger = newLedger();
  await deleteOne(server, ledger, await uploadOne(server, ledger));
  await abortSome(server, AT_ONCE * 2);
  const before = usageOf(server);
  await abortSome(server, count);
  // Answered after all of them, so nothing is under way any more.
  await deleteOne(server, ledger, await uploadOne(server, ledger));
  const after = await expectNothingLeft(server, dataDir, before);
  console.log(
    `${count} aborted uploads: no file left, descriptors ${before.descriptors} -> ${after.descriptors}, ` +
      `memory ${before.memoryMb} -> ${after.memoryMb} MB`,
  );
  server.signal("SIGTERM");
  await server.ended;
  await verifyByRestart(dataDir, ledger);
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
