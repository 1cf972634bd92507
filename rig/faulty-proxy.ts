import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * `error` answers 503, `reset` cuts the connection before the request arrives, `deaf` after it was done, `hang` never
 * answers, `corrupt` changes every byte of the answer, `keep` says that a file is not deleted.
 */
export type Fault = "none" | "error" | "reset" | "deaf" | "hang" | "corrupt" | "keep";

const KEPT = "<DeleteResult><Error><Key>originals/ab/a.jpg</Key><Code>InternalError</Code></Error></DeleteResult>";

export type Proxy = { url: string; stop(): Promise<void> };

/** Stands before an HTTP server as a bad network would, and does to each request what it is told. */
export function startFaultyProxy(inner: URL, faultOf: (request: IncomingMessage) => Fault): Promise<Proxy> {
  return startProxy((request, response) => pass(request, response, inner, faultOf(request)));
}

/** Gives each request to the next of several servers. */
export function startTurns(servers: readonly URL[]): Promise<Proxy> {
  let turn = 0;
  return startProxy((request, response) => {
    const inner = servers[turn++ % servers.length];
    if (inner) pass(request, response, inner, "none");
  });
}

async function startProxy(answer: RequestListener): Promise<Proxy> {
  const proxy = createServer(answer);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

function pass(request: IncomingMessage, response: ServerResponse, { hostname, port }: URL, fault: Fault): void {
  if (fault === "reset") return void request.socket.destroy();
  if (fault === "hang") return void request.resume();
  if (fault === "error") return void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
  if (fault === "keep") return void response.writeHead(200).end(KEPT);
  const { method, url: path, headers } = request;
  const onward = httpRequest({ hostname, port, method, path, headers }, (answer) => {
    if (fault === "deaf") {
      answer.resume();
      return void request.socket.destroy();
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.on("data", (chunk: Buffer) => response.write(fault === "corrupt" ? chunk.map((byte) => byte ^ 1) : chunk));
    answer.on("end", () => response.end());
  });
  // One who answers before all was sent may close the way in; the answer is on its way out then.
  onward.on("error", () => response.headersSent || response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
