/**
 * Waits for all of them, then throws the first failure. Unlike Promise.all, nothing is still being written when it
 * throws, so what the others wrote can be undone.
 */
export async function allDone(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
