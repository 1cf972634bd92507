import { expect, test, vi } from "vitest";
import { fewAtATime } from "./few-at-a-time.ts";

/** Starts pieces of work that the test ends one by one. `startedIs` waits until exactly these have started, in this order. */
function startWork(limit: number, count: number) {
  const run = fewAtATime(limit);
  const started: number[] = [];
  const pieces = Array.from({ length: count }, (_, index) => {
    const ends = Promise.withResolvers<void>();
    const abort = new AbortController();
    const result = run(abort.signal, async () => {
      started.push(index);
      await ends.promise;
      return index;
    });
    result.catch(() => {});
    return { ...ends, abort, result };
  });
  const startedIs = (indexes: number[]) => vi.waitFor(() => expect(started).toEqual(indexes));
  return { pieces, startedIs };
}

test("no more than a few run at once, in the order in which they came", async () => {
  const { pieces, startedIs } = startWork(2, 5);
  const [first, second, third, fourth] = pieces;

  await startedIs([0, 1]);
  second?.resolve();
  await startedIs([0, 1, 2]);
  first?.reject(new Error("failed"));
  third?.resolve();
  await startedIs([0, 1, 2, 3, 4]);

  fourth?.resolve();
  expect(await fourth?.result).toBe(3);
  await expect(first?.result).rejects.toThrow("failed");
});

test("what is aborted while it waits ends at once and never starts", async () => {
  const { pieces, startedIs } = startWork(1, 3);
  const [first, second] = pieces;
  await startedIs([0]);

  second?.abort.abort(new Error("cancelled"));

  await expect(second?.result).rejects.toThrow("cancelled");
  first?.resolve();
  await startedIs([0, 2]);
});
