/** A request that cannot go on, with a sentence fit for the screen. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, message: string, more: AppErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

type AppErrorDetails = { errors?: Record<string, string[]>; retryAfterSeconds?: number };

export const entityNotFound = (entity: string) =>
  new AppError(404, `${entity.toUpperCase()}_NOT_FOUND`, `${entity} not found`);
export const photoNotFound = () => entityNotFound("Photo");
export const albumNotFound = () => entityNotFound("Album");
export const notFound = () => new AppError(404, "NOT_FOUND", "There is nothing at this address");
export const signInRequired = () => new AppError(401, "SIGN_IN_REQUIRED", "Please sign in");
export const notAllowed = (message = "You are not allowed to do this") => new AppError(403, "NOT_ALLOWED", message);
export const conflict = (message: string) => new AppError(409, "CONFLICT", message);
export const tooManyRequests = (retryAfterSeconds: number) =>
  new AppError(429, "TOO_MANY_REQUESTS", "Too many attempts. Please wait a little and try again.", {
    retryAfterSeconds,
  });
export const unavailable = (message: string) => new AppError(503, "UNAVAILABLE", message, { retryAfterSeconds: 5 });
/** More work waits than will be done soon. */
export const tooBusy = () => unavailable("The server is busy. Please try again in a moment.");

export function invalid(errors: Record<string, string[]>): AppError {
  const first = Object.values(errors)[0]?.[0] ?? "The request is not valid";
  return new AppError(422, "INVALID", first, { errors });
}

/** What keeps the server from starting and an operator can mend, in one line. */
export class CannotStartError extends Error {}
