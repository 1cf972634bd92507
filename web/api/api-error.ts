import type { ErrorCode } from "../../contract/errors.ts";

type ApiErrorDetails = {
  code?: ErrorCode | undefined;
  errors?: Record<string, string[]> | undefined;
  hasServerMessage?: boolean;
  body?: string;
};

/** A failed call, with the server's message. Status 0 means that the server was not reached. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** Which failure it is. Undefined when the response did not come from our server. */
  readonly code: ErrorCode | undefined;
  /** Messages by form field. */
  readonly errors: Record<string, string[]>;
  /** Whether the server sent `message`. If not, it only names the status, and a screen may have better words. */
  readonly hasServerMessage: boolean;
  /** What was sent, for people: our server's message, or the words of a proxy. Empty if that was a page or nothing. */
  readonly body: string;

  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    const { code, errors = {}, hasServerMessage = true, body = message } = details;
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.hasServerMessage = hasServerMessage;
    this.body = body;
  }
}

/** Not after a wrong password, which is also a 401. */
export const isSignedOut = (error: unknown) =>
  failedWith(error, "UNAUTHORIZED") || (error instanceof ApiError && error.status === 401 && error.code === undefined);

export const failedWith = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof ApiError && error.code !== undefined && codes.includes(error.code);

/** No response arrived. The server may still have done what was asked. */
export const isUnreachable = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 0;

/** The server's message, or the fallback if it sent none. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && !error.hasServerMessage) return fallback;
  return error instanceof Error && error.message !== "" ? error.message : fallback;
}
