import type { CommandOutput } from "./command.ts";

const WIDTH = 30;

/** A progress bar on a terminal; nothing elsewhere, since it would only clutter a log. */
export function showProgress(output: CommandOutput, done: number, total: number): void {
  if (!output.isTTY || total === 0) return;
  const filled = Math.round((done / total) * WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
  output.write(`\r${bar} ${done} of ${total} photos${done === total ? "\n" : ""}`);
}
