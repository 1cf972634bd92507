import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { stoppable } from "./stoppable.ts";

/**
 * `error` responds with 503, `reset` drops the connection before the request arrives, `deaf` after it was carried out, `hang` never
 * responds, `corrupt` changes every byte of the response, `keep` reports that a file was not deleted.
 */
export type Fault = "none" | "error" | "reset" | "deaf" | "hang" | "corrupt" | "keep";

const KEPT = "<DeleteResult><Error><Key>originals/ab/a.jpg</Key><Code>InternalError</Code></Error></DeleteResult>";

export type Proxy = AsyncDisposable & { url: string; stop(): Promise<void> };

/** A proxy that behaves like a bad network: `faultOf` decides what happens to each request. */
export function startFaultyProxy(inner: URL, faultOf: (request: IncomingMessage) => Fault): Promise<Proxy> {
  return startProxy((request, response) => pass(request, response, inner, faultOf(request)));
}

/** Sends requests to several servers in turn. */
export function startTurns(servers: readonly URL[]): Promise<Proxy> {
  let turn = 0;
  return startProxy((request, response) => {
    const inner = servers[turn++ % servers.length];
    if (inner) pass(request, response, inner, "none");
  });
}

async function startProxy(listener: RequestListener): Promise<Proxy> {
  const proxy = createServer(listener);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  // The address of a server that listens on a port.
  const { port } = proxy.address() as AddressInfo;
  return stoppable({
    url: `http://127.0.0.1:${port}`,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
    },
  });
}

function pass(request: IncomingMessage, response: ServerResponse, { hostname, port }: URL, fault: Fault): void {
  if (fault === "reset") return void request.socket.destroy();
  if (fault === "hang") return void request.resume();
  if (fault === "error") return void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
  if (fault === "keep") return void response.writeHead(200).end(KEPT);
  const { method, url: path, headers } = request;
  const onward = httpRequest({ hostname, port, method, path, headers }, (upstream) => {
    if (fault === "deaf") {
      upstream.resume();
      return void request.socket.destroy();
    }
    response.writeHead(upstream.statusCode ?? 500, upstream.headers);
    const passed = fault === "corrupt" ? upstream.map((chunk: Buffer) => chunk.map((byte) => byte ^ 1)) : upstream;
    // A response that breaks off does so at the other end, too.
    pipeline(passed, response, () => {});
  });
  // A server that responds early may close its end; the response is being sent by then.
  onward.on("error", () => response.headersSent || response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
