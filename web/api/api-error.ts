import type { ErrorCode } from "../../contract/errors.ts";

type ApiErrorDetails = {
  code?: ErrorCode | undefined;
  errors?: Record<string, string[]> | undefined;
  hasServerMessage?: boolean;
};

/** A failed call, with the server's message. Status 0 means that the server was not reached. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** Which failure it is. Undefined when the answer did not come from our server. */
  readonly code: ErrorCode | undefined;
  /** Messages by form field. */
  readonly errors: Record<string, string[]>;
  /** Whether the server sent `message`. If not, it only names the status, and a screen may have better words. */
  readonly hasServerMessage: boolean;

  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    const { code, errors = {}, hasServerMessage = true } = details;
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.hasServerMessage = hasServerMessage;
  }
}

/** Not after a wrong password, which is also a 401. */
export const isSignedOut = (error: unknown) =>
  failedWith(error, "UNAUTHORIZED") || (error instanceof ApiError && error.status === 401 && error.code === undefined);

export const failedWith = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof ApiError && error.code !== undefined && codes.includes(error.code);

/** The server's message, or the fallback if it sent none. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && !error.hasServerMessage) return fallback;
  return error instanceof Error && error.message !== "" ? error.message : fallback;
}
