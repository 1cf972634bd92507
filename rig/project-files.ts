import { globSync } from "node:fs";
import { join, relative } from "node:path";

/** What .gitignore names. Not asked of git, which a machine that was handed the files need not have. */
const NOT_OURS = ["**/node_modules", ".git", "data", "demo-data", "web/dist", "test-results", "**/*.tmp", "**/*.log"];

/** The project's files of these patterns, also those not committed yet. */
export function projectFiles(...patterns: string[]): string[] {
  const found = globSync(patterns, { exclude: NOT_OURS, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(".", join(parentPath, name)));
}
