import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, diskFull, notFound, unavailable } from "../../errors.ts";
import { isDatabaseAway, isDatabaseFull } from "../database-away.ts";
import { StorageError } from "../storage/storage-error.ts";

/** Turns every failure into a response, in one place: never a stack, a path or SQL. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => sendError(reply, explain(error, request)));
}

/** The failure as its client may see it. Its cause goes to the log. */
export function explain(error: FastifyError | AppError, { log }: Pick<FastifyRequest, "log">): AppError {
  const known = error instanceof AppError ? error : refusalByFastify(error);
  if (known) return known;
  if (isDatabaseFull(error) || (error instanceof StorageError && error.type === "DISK_SPACE_ERROR")) {
    log.error({ err: error }, "the disk is full");
    return diskFull();
  }
  if (isDatabaseAway(error)) {
    log.warn({ err: error }, "the database is down");
    return unavailable("The database is not responding. Please try again in a moment.");
  }
  if (error instanceof StorageError) {
    log.warn({ err: error }, "the storage failed");
    return unavailable("The storage is not responding. Please try again in a moment.");
  }
  log.error({ err: error }, "request failed");
  return new AppError(500, "INTERNAL", "Something went wrong on the server. Please try again.");
}

/** A known path with the wrong method is 405 and lists the right ones. */
export function installNotFound(app: FastifyInstance, allowedMethods: (path: string) => string[]): void {
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const allowed = allowedMethods(request.url.split("?")[0] ?? "");
    if (allowed.length === 0) return sendError(reply, notFound());
    reply.header("allow", allowed.join(", "));
    return sendError(reply, new AppError(405, "METHOD_NOT_ALLOWED", `Use ${allowed.join(" or ")} here`));
  });
}

/** For URLs that Fastify refuses before any route or hook. */
export function sendFrameworkError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply, refusalByFastify(error) ?? badRequest());
}

/** For requests that Node refuses before Fastify sees them: there is only the socket to write to. */
export function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const failure = clientError(error.code);
  const body = JSON.stringify(failure.toFailure());
  const head = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\ncontent-type: application/json; charset=utf-8\r\n`;
  if (socket.writable) {
    socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
  }
  // Also aborts a request that was being read from it.
  socket.destroy(error);
}

function clientError(code: string | undefined): AppError {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new AppError(408, "REQUEST_TIMEOUT", "The request took too long to arrive");
    case "HPE_HEADER_OVERFLOW":
      return new AppError(431, "HEADERS_TOO_LARGE", "The headers of the request are too large");
    default:
      return badRequest();
  }
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header("retry-after", error.retryAfterSeconds);
  // A file that failed before its first byte has already been announced as one.
  reply.removeHeader("content-disposition").type("application/json; charset=utf-8");
  return reply.status(error.status).send(error.toFailure());
}

const badRequest = () => new AppError(400, "BAD_REQUEST", "The request could not be read");

function refusalByFastify(error: FastifyError): AppError | undefined {
  switch (error.statusCode) {
    case 400:
      return badRequest();
    case 413:
      return new AppError(413, "TOO_LARGE", "The request is too large");
    case 415:
      return new AppError(415, "UNSUPPORTED_MEDIA_TYPE", "Send this as JSON");
    case 414:
    case 404:
      return notFound();
    default:
      return undefined;
  }
}
