/** A failed call, with the server's message. Status 0 means that the server was not reached. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** Messages by form field. */
  readonly errors: Record<string, string[]>;
  /** Whether the server sent `message`. If not, it only names the status, and a screen may have better words. */
  readonly hasServerMessage: boolean;

  constructor(status: number, message: string, errors: Record<string, string[]> = {}, hasServerMessage = true) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.hasServerMessage = hasServerMessage;
  }
}

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The server's message, or the fallback if it sent none. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && !error.hasServerMessage) return fallback;
  return error instanceof Error && error.message !== "" ? error.message : fallback;
}
