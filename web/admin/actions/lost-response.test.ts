import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { unlessDone } from "./lost-response.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failWith = (error: ApiError) => () => Promise.reject(error);
const LOST = new ApiError(0, "The server cannot be reached.");

/** Sends a change whose response never arrives, to a server that has this much left each time it is asked. */
async function loseResponse(...left: number[]): Promise<string> {
  const remaining = vi.fn(async () => left.shift() ?? Number.NaN);
  const outcome = unlessDone(failWith(LOST), { remaining, done: "done" }).catch(() => "failed");
  await vi.runAllTimersAsync();
  return outcome;
}

test("a change that was made is no failure, also when the server is still at it", async () => {
  expect(await loseResponse(0)).toBe("done");
  expect(await loseResponse(2_000, 1_500, 900, 900, 400, 0)).toBe("done");
});

test("one that was not made, or about which nobody can be asked, has failed", async () => {
  expect(await loseResponse(2_000, 2_000, 2_000, 2_000)).toBe("failed");
  const outcome = unlessDone(failWith(LOST), { remaining: failWith(LOST), done: "done" }).catch(() => "failed");
  await vi.runAllTimersAsync();
  expect(await outcome).toBe("failed");
});

test("what the server itself refuses is not asked about", async () => {
  const remaining = vi.fn(async () => 0);
  const refusal = new ApiError(409, "Changed", { code: "CONFLICT" });
  await expect(unlessDone(failWith(refusal), { remaining, done: "done" })).rejects.toBe(refusal);
  expect(remaining).not.toHaveBeenCalled();
});
