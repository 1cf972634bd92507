import { connect, type Socket } from "node:net";
import type { ServerProcess } from "../../rig/server-process.ts";
import { deleteOne, largePicture, newLedger, SLUG, startWithAlbum, uploadOne } from "./ledger.ts";
import { readers } from "./readers.ts";
import { expectNothingLeft, usageOf } from "./usage.ts";

const SENDERS = 200;
const READERS = 50;
const SECONDS = 30;
const READ_LIMIT_MS = 300;

/** Two hundred clients that send a byte per second and fifty that read a picture as slowly do not slow down others. */
export async function slowClients(dataDir: string): Promise<void> {
  await using server = await startWithAlbum(dataDir);
  const ledger = newLedger();
  const { url: picture } = await largePicture(server);
  await deleteOne(server, ledger, await uploadOne(server, ledger));
  const before = usageOf(server);
  const reading = readers(server, READ_LIMIT_MS);
  const senders = Array.from({ length: SENDERS }, (_, index) => slowSender(server, index % 2 === 0));
  const slowReaders = Array.from({ length: READERS }, () => slowReader(server, picture));
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const during = usageOf(server);
  const read = await reading.stop();
  for (const { socket, timer } of [...senders, ...slowReaders]) {
    clearInterval(timer);
    socket.destroy();
  }
  const after = await expectNothingLeft(server, dataDir, before);
  console.log(
    `${SENDERS} clients at 1 byte/s and ${READERS} slow readers for ${SECONDS} s: others ${read}; descriptors ` +
      `${before.descriptors} -> ${during.descriptors} -> ${after.descriptors}, memory ${before.memoryMb} -> ` +
      `${during.memoryMb} -> ${after.memoryMb} MB, no file left`,
  );
}

type SlowClient = { socket: Socket; timer: NodeJS.Timeout | undefined };

/** Half of them are in the middle of an upload; the others never finish their headers. */
function slowSender({ url, admin }: ServerProcess, isUploading: boolean): SlowClient {
  const socket = open(url);
  const body = `--b\r\nContent-Disposition: form-data; name="photos[]"; filename="a.jpg"\r\n\r\n${"x".repeat(10_000)}`;
  const head =
    `POST /api/v1/admin/albums/${SLUG}/photos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${admin.token}\r\n` +
    "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000\r\n\r\n";
  const text = head + body;
  let sent = isUploading ? head.length + 100 : 0;
  socket.write(text.slice(0, sent));
  const timer = setInterval(() => socket.write(text.slice(sent, ++sent)), 1_000);
  return { socket, timer };
}

function slowReader({ url }: ServerProcess, path: string): SlowClient {
  const socket = open(url);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  // Reads only what the system has buffered anyway.
  socket.pause();
  const timer = setInterval(() => socket.read(1), 1_000);
  return { socket, timer };
}

function open(url: string): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  // The server may hang up on such a client.
  socket.on("error", () => {});
  return socket;
}
