import type { ErrorCode, Failure } from "../contract/errors.ts";

/** Ends a request with this failure. The message is a sentence for the screen. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: Record<string, string[]> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: ErrorCode, message: string, more: AppErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  /** The body of the response. */
  toFailure(): Failure {
    const { code, message, errors } = this;
    return { success: false, code, message, ...(errors && { errors }) };
  }
}

type AppErrorDetails = { errors?: Record<string, string[]>; retryAfterSeconds?: number };

type Entity = "Album" | "Category" | "Photo" | "Room" | "Voice" | "Message" | "Page";
const NOT_FOUND: Record<Entity, [ErrorCode, string]> = {
  Album: ["ALBUM_NOT_FOUND", "Album not found"],
  Category: ["CATEGORY_NOT_FOUND", "Category not found"],
  Photo: ["PHOTO_NOT_FOUND", "Photo not found"],
  Room: ["ROOM_NOT_FOUND", "Room not found"],
  Voice: ["VOICE_NOT_FOUND", "Voice not found"],
  Message: ["MESSAGE_NOT_FOUND", "Message not found"],
  Page: ["PAGE_NOT_FOUND", "Page not found"],
};

export const isEntity = (name: unknown): name is Entity => typeof name === "string" && Object.hasOwn(NOT_FOUND, name);
export const entityNotFound = (entity: Entity) => new AppError(404, ...NOT_FOUND[entity]);
export const photoNotFound = () => entityNotFound("Photo");
export const categoryNotFound = () => entityNotFound("Category");
export const albumNotFound = () => entityNotFound("Album");
export const pageNotFound = () => entityNotFound("Page");
export const notFound = () => new AppError(404, "NOT_FOUND", "There is nothing at this address");
export const signInRequired = () => new AppError(401, "UNAUTHORIZED", "Please sign in");
export const passwordRequired = () => new AppError(401, "PASSWORD_REQUIRED", "Enter the password to open this room");
export const nameRequired = () => new AppError(401, "NAME_REQUIRED", "Enter your name first");
export const wrongPassword = () => new AppError(401, "INVALID_CREDENTIALS", "Wrong password");
export const notAllowed = (message = "You are not allowed to do this") => new AppError(403, "FORBIDDEN", message);
export const tokenScope = () =>
  new AppError(403, "TOKEN_SCOPE", "A token does not allow this. Sign in to do it, or use a token that may publish.");
export const conflict = (message: string) => new AppError(409, "CONFLICT", message);
export const sequenceChanged = () =>
  new AppError(409, "SEQUENCE_CHANGED", "This sequence was changed in another window or program since you opened it");
export const pageChanged = () =>
  new AppError(409, "PAGE_CHANGED", "This page was changed in another window or program since you opened it");
export const tooManyRequests = (
  retryAfterSeconds: number,
  message = `Too many attempts. ${describeWait(retryAfterSeconds)}`,
) => new AppError(429, "RATE_LIMITED", message, { retryAfterSeconds });
export const unavailable = (message: string) => new AppError(503, "UNAVAILABLE", message, { retryAfterSeconds: 5 });
export const diskFull = () =>
  new AppError(
    503,
    "DISK_FULL",
    "The server's disk is full. Empty the trash, or free space on the server, and try again.",
    {
      retryAfterSeconds: 60,
    },
  );
/** The queue is too long to wait in. */
export const tooBusy = () => unavailable("The server is busy. Please try again in a moment.");

export function invalid(errors: Record<string, string[]>): AppError {
  const first = Object.values(errors)[0]?.[0] ?? "The request is not valid";
  return new AppError(422, "VALIDATION", first, { errors });
}

/** The server or a command cannot start, for a reason that an operator can fix: one line, no stack. */
export class CannotStartError extends Error {}

function describeWait(seconds: number): string {
  const [minutes, hours, days] = [60, 3_600, 86_400].map((unit) => Math.ceil(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (minutes <= 15) return "Please wait a little and try again.";
  if (minutes <= 60) return `Please try again in ${minutes} minutes.`;
  return `Please try again in ${hours <= 24 ? `${hours} hours` : `${days} days`}.`;
}
