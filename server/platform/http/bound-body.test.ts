import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { startTestServer } from "../../../rig/server/start-test-server.ts";

const UPLOAD =
  "POST /api/v1/admin/albums/any/photos HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n";
const LOGIN = "POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
const GIGABYTE = 1024 ** 3;

test("an upload without a token is not read on after its 401", async () => {
  const { node } = await startTestServer();
  const socket = open(node.url);
  const response = firstResponse(socket);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const part = Buffer.alloc(1024 * 1024);
  let sentBytes = 0;
  const send = () => {
    while (!socket.destroyed && sentBytes < GIGABYTE) {
      sentBytes += part.length;
      if (!socket.write(part)) return socket.once("drain", send);
    }
  };

  socket.write(`${UPLOAD}Content-Length: ${GIGABYTE}\r\n\r\n`);
  send();

  // A client that did not know would send its next request on a connection that is about to close.
  expect(await response).toMatch(/^HTTP\/1.1 401.*connection: close/is);
  await closed;
  // Part of it waits in the buffers of both ends.
  expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
});

test("a small body that comes after its refusal does not cost the connection", async () => {
  const { node } = await startTestServer();
  const socket = open(node.url);

  socket.write("POST /api/v1/admin/trash/empty HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n");
  expect(await firstResponse(socket)).toMatch(/^HTTP\/1.1 401/);
  socket.write("abcGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");

  expect(await firstResponse(socket)).toMatch(/^HTTP\/1.1 200/);
});

test("a body that takes longer than a minute ends its request", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { node } = await startTestServer();
  const socket = open(node.url);
  const response = firstResponse(socket);
  // Answered after the slow one was read, so its timer is running.
  const other = open(node.url);

  socket.write(`${LOGIN}Content-Length: 100\r\n\r\n{`);
  other.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await firstResponse(other);
  vi.advanceTimersByTime(61_000);

  expect(await response).toMatch(/^HTTP\/1.1 408/);
});

function open(url: string): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  // The server may cut it.
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

const firstResponse = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(bytes.toString())));
