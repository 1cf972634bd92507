import type { IncomingMessage, ServerResponse } from "node:http";
import { respondToClientError } from "./error-handler.ts";

/** Enough for the largest JSON body over a slow line. */
const BODY_LIMIT_MS = 60_000;
/** A body this small may still arrive after the response, so that the connection can be used again. */
const IGNORED_MAX_BYTES = 64 * 1024;
/** For the sender to read the response, before the connection is cut. */
const FAREWELL_MS = 1_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Bounds what a body costs: how long it may take to arrive, and how much of it is read once the response is sent. */
export function boundBody(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": transfer } = request.headers;
  if (length === undefined && transfer === undefined) return;
  const timer = setTimeout(() => {
    if (!request.complete) respondToClientError(Object.assign(new Error("slow body"), SLOW), request.socket);
  }, BODY_LIMIT_MS).unref();
  timers.set(request, timer);
  request.once("end", () => clearTimeout(timer));
  request.once("close", () => clearTimeout(timer));
  response.once("finish", () => {
    // Node would go on reading, however much there is: an upload without a token is gigabytes for nothing.
    if (isLeftUnread(request)) stopReading(request);
  });
}

/** Whether the connection ends with a response sent now, because more of the body is to come than is worth reading. */
export function isLeftUnread({ complete, headers }: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": transfer } = headers;
  const hasBody = length !== undefined || transfer !== undefined;
  return hasBody && !complete && !(Number(length) <= IGNORED_MAX_BYTES);
}

/** For uploads, once the sender is known. */
export function allowLongBody(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}

const SLOW = { code: "ERR_HTTP_REQUEST_TIMEOUT" };

function stopReading({ socket }: IncomingMessage): void {
  // Later, because Node resumes the request to throw the rest of it away.
  setImmediate(() => socket.pause());
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}
