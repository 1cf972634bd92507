import { ApiError } from "../../api/api-error.ts";

type Asking<Result> = {
  /** Asks the server how much of it is not done yet. */
  remaining: () => Promise<number>;
  /** The result, once nothing remains. */
  done: Result;
};

const PAUSE_MS = 1_000;
const ASKED_MAX = 3;

/** Sends a change. If only its response is lost, the server may have made it, or still be at it: asks before failing. */
export async function unlessDone<Result>(
  send: () => Promise<Result>,
  { remaining, done }: Asking<Result>,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (!isLost(error)) throw error;
    let before = Number.POSITIVE_INFINITY;
    for (let asked = 0; asked < ASKED_MAX; asked++) {
      const left = await remaining().catch(() => before);
      if (left === 0) return done;
      if (left < before) asked = 0;
      before = left;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw error;
  }
}

/** The connection broke, or a proxy gave up on the server. */
const isLost = (error: unknown) => error instanceof ApiError && [0, 502, 504].includes(error.status);
