/**
 * Waits for all of them, then throws the first failure. Unlike with Promise.all, nothing is still running when it throws,
 * so the caller can clean up.
 */
export async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
