import { globSync } from "node:fs";
import { join, relative } from "node:path";

/** What .gitignore lists. Git itself may be missing where only the files were copied. */
const NOT_OURS = [
  "**/node_modules",
  ".git",
  "data",
  "demo-data",
  "web/dist",
  "test-results",
  "**/*.tmp",
  "**/*.log",
  "deploy/.env",
];

/** The project's files that match, committed or not. */
export function projectFiles(...patterns: string[]): string[] {
  const found = globSync(patterns, { exclude: NOT_OURS, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(".", join(parentPath, name)));
}
