/** A refusal by the server, in its own words. Status 0: it was never reached. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** What is wrong with which field of a form. */
  readonly errors: Record<string, string[]>;
  /** Whether the server sent `message`; else it only names the status, and a screen may know better words. */
  readonly hasServerMessage: boolean;

  constructor(status: number, message: string, errors: Record<string, string[]> = {}, hasServerMessage = true) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.hasServerMessage = hasServerMessage;
  }
}

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The server's message, or these words where it had none. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && !error.hasServerMessage) return fallback;
  return error instanceof Error && error.message !== "" ? error.message : fallback;
}
