import { connect } from "node:net";

type Load = {
  url: string;
  path: string | ((request: number) => string);
  connections: number;
  durationMs: number;
  headers: (request: number) => string;
  /** A form to post instead. */
  form?: (request: number) => string;
  /** What every response must have. */
  status?: number;
};

const FORM = "content-type: application/x-www-form-urlencoded";

/**
 * Responses per second over connections that stay open and send one request at a time. Sockets rather than fetch, whose own
 * work would be measured too.
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { url, path, connections, durationMs, headers, form, status = 200 } = load;
  const { hostname, port } = new URL(url);
  let sent = 0;
  let completed = 0;
  const endAt = performance.now() + durationMs;
  const startedAt = performance.now();

  const run = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let missingBytes = 0;
      let head = "";
      const ask = () => {
        const target = typeof path === "string" ? path : path(sent);
        const body = form?.(sent) ?? "";
        const [method, describing] = form ? ["POST", `\r\n${FORM}\r\ncontent-length: ${body.length}`] : ["GET", ""];
        socket.write(`${method} ${target} HTTP/1.1\r\n${headers(sent++)}${describing}\r\n\r\n${body}`);
      };
      socket.once("connect", ask);
      socket.on("data", (bytes: Buffer) => {
        if (missingBytes === 0) {
          head += bytes.toString("latin1", 0, 4096);
          const end = head.indexOf("\r\n\r\n");
          if (end === -1) return;
          if (!head.startsWith(`HTTP/1.1 ${status}`)) return reject(new Error(head.slice(0, 200)));
          missingBytes = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (bytes.length - end - 4);
          head = "";
        } else missingBytes -= bytes.length;
        if (missingBytes > 0) return;
        missingBytes = 0;
        completed++;
        if (performance.now() < endAt) ask();
        else socket.end(() => resolve());
      });
      socket.once("error", reject);
    });
  await Promise.all(Array.from({ length: connections }, run));
  return completed / ((performance.now() - startedAt) / 1000);
}
