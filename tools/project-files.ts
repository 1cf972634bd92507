import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The project's files, also those not committed yet. */
export function projectFiles(...patterns: string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...patterns], { encoding: "utf8" });
  return listed.split("\n").filter((path) => path !== "" && existsSync(path));
}
