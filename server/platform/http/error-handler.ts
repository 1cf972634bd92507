import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, notFound, unavailable } from "../../errors.ts";
import { isDatabaseAway } from "../db/database-away.ts";
import { StorageError } from "../storage/storage-error.ts";

/** The one place where a failure becomes an answer: never a stack, a path or SQL. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = error instanceof AppError ? error : refusalOfFastify(error);
    if (known) return sendError(reply, known);
    if (isDatabaseAway(error)) {
      request.log.warn({ err: error }, "the database is away");
      return sendError(reply, unavailable("The database does not answer. Please try again in a moment."));
    }
    if (error instanceof StorageError) {
      request.log.warn({ err: error }, "the storage failed");
      return sendError(reply, unavailable("The storage does not answer. Please try again in a moment."));
    }
    request.log.error({ err: error }, "request failed");
    return sendError(reply, new AppError(500, "INTERNAL", "Something went wrong on the server. Please try again."));
  });
}

/** An address that exists, asked with another method, says which it takes. */
export function installNotFound(app: FastifyInstance, allowedMethods: (path: string) => string[]): void {
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const allowed = allowedMethods(request.url.split("?")[0] ?? "");
    if (allowed.length === 0) return sendError(reply, notFound());
    reply.header("allow", allowed.join(", "));
    return sendError(reply, new AppError(405, "METHOD_NOT_ALLOWED", `Use ${allowed.join(" or ")} here`));
  });
}

function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header("retry-after", error.retryAfterSeconds);
  return reply.status(error.status).send({
    success: false,
    message: error.message,
    ...(error.errors && { errors: error.errors }),
  });
}

function refusalOfFastify(error: FastifyError): AppError | undefined {
  switch (error.statusCode) {
    case 400:
      return new AppError(400, "BAD_REQUEST", "The request could not be read");
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
