import { ApiError, isSignedOut } from "../../api/api-error.ts";

/**
 * The words of SPEC.md section 8 for a failed fetch. The error's own where the server was not reached, or sent something
 * unreadable with a success.
 */
export function fetchFailure(error: unknown, describe: (failed: { status: number; body: string }) => string): unknown {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 200 || isSignedOut(error)) return error;
  return new ApiError(error.status, describe(error).trim(), { code: error.code });
}
