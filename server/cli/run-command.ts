import { explainStart } from "../explain-start.ts";

/** A command's exit: what it says, else 2 where it could not do its work, with one line that tells why. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`);
    process.exitCode = 2;
  }
}
