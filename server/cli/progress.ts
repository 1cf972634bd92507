const WIDTH = 30;

/** A bar that fills on a terminal; elsewhere nothing, because a log has no use for it. */
export function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY || total === 0) return;
  const filled = Math.round((done / total) * WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
  process.stderr.write(`\r${bar} ${done} of ${total} photos${done === total ? "\n" : ""}`);
}
